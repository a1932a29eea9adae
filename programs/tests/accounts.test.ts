import { describe, expect, test } from "vitest";
import { type Call, curveCalls, poolCalls } from "./support/calls.ts";
import { bendOf, type Defect, defects, roleOf, type Subject, verdictOf } from "./support/defects.ts";
import { curveExceptions, poolExceptions } from "./support/exceptions.ts";
import { curveIdl, type IdlAccount, type IdlInstruction, poolIdl } from "./support/idl.ts";
import { bent } from "./support/instructions.ts";
import { associatedTokenProgram, systemProgram, token2022 } from "./support/keys.ts";
import type { Sent } from "./support/machine.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import type { Stage } from "./support/stage.ts";

const programs = [
  { name: "curve", idl: curveIdl, calls: curveCalls, exceptions: curveExceptions },
  { name: "pool", idl: poolIdl, calls: poolCalls, exceptions: poolExceptions },
];

const answers = (sent: Sent, errors: readonly (number | string)[]): boolean =>
  errors.some((error) => {
    if (typeof error === "number") return sent.error === error;
    return typeof sent.error === "string" ? sent.error.includes(error) : sent.logs().join("\n").includes(error);
  }) && sent.error !== undefined;

const programKeys = new Set([curveIdl.address, poolIdl.address, systemProgram, token2022, associatedTokenProgram]);

/** One row of the coverage table: the error of each defect, and defects that do not apply. */
type Row = { account: string; cells: Record<Defect, string> };

class Trial {
  readonly failures: string[] = [];
  readonly scene: Scene;
  readonly stage: Stage;
  readonly #subject: Omit<Subject, "account">;
  readonly #call: Call;

  constructor(subject: Omit<Subject, "account">, call: Call, scene: Scene) {
    this.#subject = subject;
    this.#call = call;
    this.stage = call.on?.() ?? scene.stage;
    this.scene = { ...scene, stage: this.stage };
  }

  /** Sends the call with one defect, and restores what it changed. */
  #sent(account: IdlAccount, index: number, defect: Defect, with_: string | undefined): Sent {
    const good = this.#call.make(this.scene);
    const meta = good.metas[index];
    if (meta === undefined) throw new Error(`no ${account.name}`);
    const bend = bendOf(defect, this.stage.machine.get(meta.key), with_);
    const key = bend.meta?.key ?? meta.key;
    const now = this.stage.machine.get(key);
    if (bend.holding) this.stage.machine.set(key, bend.holding);
    const sent = this.stage.send(bend.meta ? bent(good, index, bend.meta) : good);
    if (bend.holding) this.stage.machine.set(key, now ?? { ...bend.holding, lamports: 0n, data: Buffer.alloc(0) });
    return sent;
  }

  row(account: IdlAccount, index: number, definition: IdlInstruction): Row {
    const subject = { ...this.#subject, account };
    const cells = defects.map((defect): [Defect, string] => {
      const verdict = verdictOf(subject, defect);
      if ("because" in verdict) return [defect, `– ${verdict.because}`];
      const good = this.#call.make(this.scene);
      const others =
        defect === "duplicated"
          ? good.metas.flatMap(({ key }, at) => (at === index || key === good.metas[index]?.key ? [] : [key]))
          : [defect === "other token's" ? this.#call.others?.(this.scene)[account.name] : undefined];
      if (defect === "other token's" && others[0] === undefined)
        this.failures.push(`${definition.name}.${account.name}: say which one another token has`);
      for (const other of others) {
        const sent = this.#sent(account, index, defect, other);
        // the runtime makes no program account writable
        const unwritable = defect === "duplicated" && account.isWritable && programKeys.has(other ?? "");
        const errors = unwritable ? [...verdict.errors, this.#subject.idl.code("notWritable")] : verdict.errors;
        if (answers(sent, errors)) continue;
        const position = good.metas.findIndex(({ key }) => key === other);
        const which = position < 0 ? "" : ` by ${definition.accounts[position]?.name}`;
        this.failures.push(
          `${definition.name}.${account.name} ${defect}${which}: ${sent.error ?? "accepted"}, expected ${verdict.errors.join(" or ")}`,
        );
      }
      const names = verdict.errors.map(
        (error) => this.#subject.idl.errors.find((one) => one.code === error)?.name ?? error,
      );
      return [defect, names.join(" or ")];
    });
    return { account: `${account.name} (${roleOf(subject)})`, cells: Object.fromEntries(cells) as Row["cells"] }; // one for each defect
  }
}

const table = (rows: readonly Row[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const body = rows.map(({ account, cells }) => line([account, ...defects.map((defect) => cells[defect])]));
  return [line(["account", ...defects]), line(["", ...defects].map(() => "---")), ...body].join("\n");
};

describe.each(programs)("$name", ({ name, idl, calls, exceptions }) => {
  const scene = makeScene();
  const tables = new Map<string, string>();

  test("every instruction of the IDL is tested here", () => {
    expect(Object.keys(calls).sort()).toEqual(idl.instructions.map((one) => one.name).sort());
  });

  test.each(idl.instructions.map((one) => one.name))("%s refuses every account with a defect", (wanted) => {
    const definition = idl.instruction(wanted);
    const call = calls[wanted];
    if (!call) throw new Error(`no call of ${wanted}`);
    const trial = new Trial({ idl, instruction: wanted, exceptions }, call, scene);
    const rows = definition.accounts.map((account, index) => trial.row(account, index, definition));
    const good = call.make(trial.scene);
    const short = trial.stage.send({ ...good, metas: good.metas.slice(0, -1) });
    if (short.error !== idl.code("notEnoughAccounts")) trial.failures.push(`an account too few: ${short.error}`);
    const long = trial.stage.send({ ...good, data: Buffer.concat([good.data, Buffer.alloc(1)]) });
    if (long.error !== idl.code("invalidData")) trial.failures.push(`data too long: ${long.error}`);
    const sent = trial.stage.send(call.make(trial.scene));
    if (sent.error !== undefined) trial.failures.push(`the good call: ${sent.error} ${sent.logs().join(" / ")}`);
    if (call.undo) trial.stage.send(call.undo(trial.scene));
    expect(trial.failures).toEqual([]);
    tables.set(wanted, `## ${wanted}\n\n${table(rows)}`);
  });

  test("the account checks are documented", async () => {
    const words = `# What ${name} asks of its accounts\n\nMade by \`accounts.test.ts\` (\`npx vitest run --project engines programs/tests/accounts -u\`):\nwhat answers each defect, or why there is none. A defect shows in one account at a time; "duplicated" stands for\neach other account of the instruction in its place, "read-only" and "missing signer" for the flag alone.`;
    await expect(
      `${[words, ...idl.instructions.map((one) => tables.get(one.name))].join("\n\n")}\n`,
    ).toMatchFileSnapshot(`./account-checks/${name}.md`);
  });
});
