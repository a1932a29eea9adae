/** Runs the compiled programs and the model side by side, and stops at the first difference. */
import { curveIdl, poolIdl } from "../support/idl.ts";
import { instruction } from "../support/instructions.ts";
import type { Key } from "../support/keys.ts";
import type { Machine, Sent } from "../support/machine.ts";
import { Random } from "../support/random.ts";
import { curve, factory, newMachine, programData } from "../support/stage.ts";
import { Drawer } from "./draw.ts";
import { differenceOf, eventBytes, type Kind, readEvent } from "./expected.ts";
import { brokenBy } from "./invariants.ts";
import { type Op, planOf, written } from "./ops.ts";
import type { Plan } from "./plan.ts";
import { Reader } from "./reader.ts";
import { type Event, Model, type TribeState } from "./state.ts";

/** How often each kind of step succeeded, and was refused with each error. */
export type Tally = Map<string, number>;

/** A difference between model and programs. */
export class Difference extends Error {}

type Alone = { readonly wealth: bigint; readonly held: bigint };
const sweepEvery = 1_000;

export class Run {
  readonly model = new Model();
  readonly #machine: Machine;
  readonly #reader = new Reader();
  readonly #kinds = new Map<Key, Kind>([[factory, { kind: "factory" }]]);
  readonly #alone = new Map<string, Alone>();
  readonly #tally: Tally;
  readonly #total: bigint;
  #fees = 0n;
  #known = 0;
  #count = 0;

  constructor(tally: Tally = new Map()) {
    this.#tally = tally;
    const [admin, superAdmin] = this.model.actors;
    if (admin === undefined || superAdmin === undefined) throw new Error("no officers");
    this.#machine = newMachine(admin);
    for (const actor of this.model.actors) this.#machine.fund(actor, this.model.balance(actor));
    this.#machine.time = this.model.time;
    const { payer } = this.#machine;
    const accounts = { payer, upgradeAuthority: admin, superAdmin, programData };
    const before = this.#machine.balance(payer);
    const sent = this.#machine.send(instruction(curveIdl, "initializeFactory", accounts, { admin }));
    if (sent.error !== undefined) throw new Error(sent.logs().join("\n"));
    this.#read(sent);
    this.#fees = before - this.#machine.balance(payer);
    this.#total = this.#sum();
  }

  /** @throws Difference. */
  perform(op: Op): void {
    this.#count += 1;
    if (op.do === "wait") {
      this.model.time += op.seconds;
      this.#machine.time = this.model.time;
    } else if (op.do === "alone" || op.do === "done") this.#watch(op);
    const plan = planOf(this.model, op);
    if (plan !== undefined) this.#send(op, plan);
    if (this.#count % sweepEvery === 0) this.sweep();
  }

  #send(op: Op, plan: Plan): void {
    const sent = this.#machine.send(...plan.instructions);
    this.#fees += sent.fee;
    this.#note(op, sent);
    if (plan.reasons.length > 0) {
      const fits = plan.reasons.some((reason) =>
        typeof reason === "number" ? reason === sent.error : String(sent.error).includes(reason),
      );
      if (!fits)
        throw new Difference(
          `answered ${sent.error ?? "yes"}, must be ${plan.reasons.join(" or ")}\n${sent.logs().join("\n")}`,
        );
      return;
    }
    if (sent.error !== undefined) throw new Difference(`refused with ${sent.error}\n${sent.logs().join("\n")}`);
    const events = plan.apply();
    this.#index();
    this.#compareEvents(events, this.#read(sent));
    const touched = new Set(
      plan.instructions.flatMap(({ metas }) => metas.filter((meta) => meta.writable).map((meta) => meta.key)),
    );
    for (const key of touched) this.#compare(key);
    for (const tribe of this.model.tribes.slice(-8)) this.#check(tribe);
    if ("tribe" in op) {
      const tribe = this.model.tribes.find((one) => one.id === op.tribe);
      if (tribe) this.#check(tribe);
    }
  }

  #check(tribe: TribeState): void {
    const broken = brokenBy(this.model, tribe);
    if (broken !== undefined) throw new Difference(broken);
  }

  #compare(key: Key): void {
    if (key === this.#machine.payer) return;
    const words = differenceOf(this.model, key, this.#kinds.get(key), this.#machine.get(key));
    if (words !== undefined) throw new Difference(`${this.#kinds.get(key)?.kind ?? "account"} ${key}: ${words}`);
  }

  /** Compares everything: all accounts, the sum of lamports, and the state rebuilt from events. */
  sweep(): void {
    for (const key of this.model.lamports.keys()) this.#compare(key);
    for (const tribe of this.model.tribes) this.#check(tribe);
    const sum = this.#sum();
    if (sum !== this.#total) throw new Difference(`${sum} lamports in all, not ${this.#total}`);
    const words = this.#reader.differsFrom(this.model);
    if (words !== undefined) throw new Difference(words);
  }

  #sum(): bigint {
    let sum = this.#machine.balance(this.#machine.payer) + this.#fees;
    for (const key of this.model.lamports.keys()) sum += this.#machine.balance(key);
    return sum;
  }

  /** Event calls of a transaction that come from our programs, by program and signer. */
  #read(sent: Sent): { signer: Key; data: Uint8Array }[] {
    return sent.inner().flatMap(({ program, accounts, data }) => {
      const idl = program === curve ? curveIdl : poolIdl;
      const [signer] = accounts;
      const event = program === idl.address && signer !== undefined ? readEvent(idl, data) : undefined;
      if (event === undefined || signer === undefined) return [];
      try {
        this.#reader.see(signer, event.type, event.fields);
      } catch (error) {
        throw new Difference(error instanceof Error ? error.message : String(error));
      }
      return [{ signer, data }];
    });
  }

  #compareEvents(wanted: readonly Event[], seen: readonly { signer: Key; data: Uint8Array }[]): void {
    if (wanted.length !== seen.length) throw new Difference(`${seen.length} events, not ${wanted.length}`);
    wanted.forEach((event, index) => {
      const one = seen[index];
      if (one?.signer !== event.signer)
        throw new Difference(`${event.type} signed by ${one?.signer}, not ${event.signer}`);
      if (eventBytes(event).equals(one.data)) return;
      const is = readEvent(event.idl, one.data);
      const fields = Object.entries(event.fields).filter(([name, value]) => String(is?.fields[name]) !== String(value));
      throw new Difference(
        `${is?.type} for ${event.type}: ${fields.map(([name, value]) => `${name} is ${is?.fields[name]}, not ${value}`).join(", ")}`,
      );
    });
  }

  /** Accounts that were created since the last check. */
  #index(): void {
    for (const tribe of this.model.tribes.slice(this.#known)) {
      this.#kinds.set(tribe.token, { kind: "token", tribe });
      this.#kinds.set(tribe.mint, { kind: "mint", tribe });
      this.#kinds.set(tribe.places.newMint, { kind: "newMint", tribe });
      this.#kinds.set(tribe.places.pool, { kind: "pool", tribe });
    }
    this.#known = this.model.tribes.length;
  }

  /** An actor who acts alone must not gain: its balance plus its accrued fees, at the same number of tokens. */
  #watch(op: Extract<Op, { do: "alone" | "done" }>): void {
    const tribe = this.model.tribes.find((one) => one.id === op.tribe);
    if (tribe === undefined) return;
    const { state, creator, mint } = tribe;
    const creators = creator === op.trader ? state.creatorFees : 0n;
    const platforms = this.model.factory.feeReceiver === op.trader ? state.platformFees : 0n;
    const now = {
      wealth: this.model.balance(op.trader) + creators + platforms,
      held: this.model.held(op.trader, mint) ?? 0n,
    };
    const name = `${op.tribe}/${op.trader}`;
    const then = this.#alone.get(name);
    if (op.do === "alone") this.#alone.set(name, now);
    else if (then !== undefined && now.held === then.held) {
      this.#tally.set("alone: came back", (this.#tally.get("alone: came back") ?? 0) + 1);
      if (now.wealth > then.wealth)
        throw new Difference(`${op.trader} alone gained ${now.wealth - then.wealth} lamports`);
    }
  }

  #note(op: Op, sent: Sent): void {
    const what = op.do === "office" ? op.step.act : op.do === "swap" ? `pool ${op.side}` : op.do;
    const name = `${what}: ${sent.error ?? "done"}`;
    this.#tally.set(name, (this.#tally.get(name) ?? 0) + 1);
  }
}

/** A failure, and the steps that lead to it. */
export type Failure = { readonly message: string; readonly ops: readonly Op[] };

/** Runs steps drawn from a seed. Undefined when model and programs agree throughout. */
export function runFrom(seed: bigint, steps: number, tally: Tally = new Map()): Failure | undefined {
  const run = new Run(tally);
  const drawer = new Drawer(new Random(seed), run.model);
  const ops: Op[] = [];
  try {
    for (let count = 0; count < steps; count += 1) {
      const op = drawer.next();
      ops.push(op);
      run.perform(op);
    }
    run.sweep();
    return undefined;
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    return { message: error.message, ops };
  }
}

function replayed(ops: readonly Op[]): string | undefined {
  const run = new Run();
  try {
    for (const op of ops) run.perform(op);
    run.sweep();
    return undefined;
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    return error.message;
  }
}

/** Removes steps that the failure does not need, in ever smaller pieces, within a minute. */
export function shrunk({ message, ops }: Failure, milliseconds = 60_000): Failure {
  const until = Date.now() + milliseconds;
  let best: Failure = { message, ops };
  for (let size = Math.ceil(ops.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.ops.length && Date.now() < until; ) {
      const rest = [...best.ops.slice(0, at), ...best.ops.slice(at + size)];
      const still = rest.length > 0 ? replayed(rest) : undefined;
      if (still === undefined) at += size;
      else best = { message: still, ops: rest };
    }
  }
  return best;
}

/** A failure as text: how to repeat it, the difference, and the shortest sequence of steps found. */
export function reported(seed: bigint, steps: number, failure: Failure): string {
  const shortest = shrunk(failure);
  return [
    `TRIBE_SEED=${seed} TRIBE_STEPS=${steps}, at step ${failure.ops.length}: ${failure.message}`,
    `${shortest.ops.length} steps lead to: ${shortest.message}`,
    written(shortest.ops),
  ].join("\n");
}
