import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { insideEnv, memoryInside } from "../support/product/inside.ts";
import { portsOf } from "../support/product/listening.ts";
import { processesOf } from "../support/product/processes.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { type Doors, doorsOf, expectAllAnswer } from "./support/doors.ts";
import { type HostileInput, inputOf } from "./support/input.ts";
import { throwInput } from "./support/throw-input.ts";
import { createTokens } from "./support/tokens.ts";

/** Fixed, for the same inputs each time. Set TRIBE_SEED for others, or to repeat a failed run. */
const seed = Number(process.env.TRIBE_SEED ?? 20_261_122);
const inHundred = 100;
const atOnce = 40;
/** Inputs sent before the first measurement of memory, so that code is compiled, and caches and pools are filled. */
const warmUp = 1_500;
const tolerance = 1.2;

let tribe: Tribe;
let inside: string;
let token: () => Promise<string>;
let doors: Doors;
let nodes: readonly { readonly pid: number; readonly name: string }[] = [];
const statuses = new Map<string, number>();

const start = async (): Promise<void> => {
  tribe = await startTribe({ env: { ...insideEnv(inside), LOG_LEVEL: "error" } });
  token = createTokens(tribe.appUrl);
  nodes = await findNodes();
  const listening = await Promise.all(nodes.map(({ pid }) => portsOf(pid)));
  doors = doorsOf(tribe, listening.includes(null) ? null : listening.flatMap((ports) => ports ?? []));
};

const throwOne = async (input: HostileInput): Promise<void> => {
  const port = doors[input.door];
  if (port === null) return;
  const answers = await throwInput(input, port, input.needsToken ? await token() : "");
  for (const status of answers) {
    const key = `${input.door} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  }
};

/** Sends inputs in parallel, as many at once as a few hundred clients would. */
const throwAll = async (list: readonly HostileInput[]): Promise<void> => {
  const waiting = list.values();
  const client = async () => {
    for (const input of waiting) await throwOne(input);
  };
  await Promise.all(Array.from({ length: atOnce }, client));
};

const expectAlive = async (): Promise<void> => expectAllAnswer(doors, await token());

/** The Node processes of the running installation, by their role. */
const findNodes = async () => {
  const chain = new Set(await processesOf(undefined, `${tribe.dataDir}/ledger`));
  const known = (await readdir(inside)).map((name) => Number(name.replace(".sock", "")));
  const living = (await tribe.processes()).filter((pid) => known.includes(pid));
  return living.map((pid) => ({ pid, name: chain.has(pid) ? "chain" : "server" }));
};

const memory = async (): Promise<Readonly<Record<string, number>>> => {
  return Object.fromEntries(
    await Promise.all(nodes.map(async ({ pid, name }) => [name, (await memoryInside(inside, pid)).used] as const)),
  );
};

/** The number of open sockets and files of a process; 0 where the system does not report it. */
const handles = async (): Promise<number> => {
  const counts = await Promise.all(nodes.map(({ pid }) => readdir(`/proc/${pid}/fd`).catch(() => [])));
  return counts.flat().length;
};

const describe = ({ index, door, kind, leaving, pieces }: HostileInput): string =>
  `input ${index} (${kind} at ${door}, then ${leaving}): ${Buffer.concat(pieces).subarray(0, 2_000).toString("latin1")}`;

/** Finds the input that crashes the product: sends each of them alone to a new installation. */
const culpritOf = async (list: readonly HostileInput[]): Promise<string> => {
  await tribe.stop();
  await start();
  for (const input of list) {
    const isAlive = await throwOne(input)
      .then(expectAlive)
      .then(
        () => true,
        () => false,
      );
    if (!isAlive) return describe(input);
  }
  return `none of inputs ${list[0]?.index} to ${list.at(-1)?.index} alone: only all of them together`;
};

/** How many inputs are sent: `name` for the title, and when it is enough. */
interface Extent {
  readonly name: string;
  readonly isOver: (index: number, ms: number) => boolean;
  readonly timeoutMs: number;
}

/** Declares the tests of an installation that gets hostile inputs at every port. */
export const hostileStory = ({ name, isOver, timeoutMs }: Extent): void => {
  beforeAll(async () => {
    inside = await mkdtemp(join(tmpdir(), "tribe-inside-"));
    await start();
  });
  afterAll(async () => {
    await tribe?.stop();
    await rm(inside, { recursive: true, force: true });
  });

  it(
    `answers honest clients after each hundred of ${name} hostile ones, and leaks no memory or handles`,
    async () => {
      process.stdout.write(`hostile inputs: TRIBE_SEED=${seed}\n`);
      onTestFailed(() => void process.stdout.write(`TRIBE_SEED=${seed}\n${tribe.output().slice(-6_000)}`));
      const began = performance.now();
      const counts = new Map<string, number>();
      let before: Readonly<Record<string, number>> | null = null;
      let handlesBefore = 0;
      let highest = 0;
      for (let index = 0; !isOver(index, performance.now() - began); index += inHundred) {
        const hundred = Array.from({ length: inHundred }, (_, at) => inputOf(seed, index + at));
        for (const { door, kind } of hundred) counts.set(`${door} ${kind}`, (counts.get(`${door} ${kind}`) ?? 0) + 1);
        try {
          await throwAll(hundred);
          await expectAlive();
        } catch (error) {
          throw new Error(`TRIBE_SEED=${seed}: ${await culpritOf(hundred)}`, { cause: error });
        }
        if (index + inHundred < warmUp) continue;
        if (!before) {
          // Resources of closed connections are released in the background.
          before = await memory();
          handlesBefore = await handles();
          continue;
        }
        const limits = before;
        await expect.poll(handles).toBeLessThanOrEqual(handlesBefore + 50);
        const now = await memory();
        for (const [role, used] of Object.entries(now)) {
          const share = used / (limits[role] ?? used);
          highest = Math.max(highest, share);
          expect(share, `${role} at input ${index}: ${used} bytes, ${limits[name]} before`).toBeLessThan(tolerance);
        }
      }
      const lines = [...counts].sort().map(([name, count]) => `${name}: ${count}`);
      process.stdout.write(
        `${[...counts.values()].reduce((a, b) => a + b, 0)} hostile inputs in ${Math.round((performance.now() - began) / 1_000)} s; ` +
          `memory at most ${(highest * 100).toFixed(1)} % of before\n${lines.join(", ")}\n` +
          `answers: ${[...statuses]
            .sort()
            .map(([name, count]) => `${name} × ${count}`)
            .join(", ")}\n`,
      );
    },
    timeoutMs,
  );

  it("answered no hostile input with a 500 or 502, and logged no error", () => {
    expect([...statuses.keys()].filter((name) => /50[02]$/.test(name))).toEqual([]);
    expect(tribe.output()).not.toMatch(/"level":[56]0/);
    expect(tribe.output()).not.toContain("unexpected fault");
  });
};
