import { randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { reported, runFrom, type Tally } from "./model/run.ts";
import { curveIdl, poolIdl } from "./support/idl.ts";

/** `npm test` runs the same cases every time, `npm run test:long` new ones. */
const fixedSeed = 20_261_122;
const seed = BigInt(process.env.TRIBE_SEED ?? (process.env.TRIBE_LONG ? randomInt(2 ** 47) : fixedSeed));
const steps = Number(process.env.TRIBE_STEPS ?? (process.env.TRIBE_LONG ? 500_000 : 40_000));
/** Each run starts with a new factory, so that early states are seen often. */
const runLength = 10_000;
/** Instructions that both programs have, counted as steps of the pool. */
const poolSteps: Readonly<Record<string, string>> = { collect: "poolCollect", changeCreator: "poolChangeCreator" };

test(`programs and model agree on every balance, supply, event and error after each of ${steps} random steps (TRIBE_SEED=${seed})`, {
  timeout: 1_200_000,
}, async () => {
  const tally: Tally = new Map();
  for (let done = 0; done < steps; done += runLength) {
    const from = seed + BigInt(done / runLength);
    const length = Math.min(runLength, steps - done);
    const failure = runFrom(from, length, tally);
    // the machine's memory is released only between turns of the event loop
    await setImmediate();
    if (failure !== undefined) expect.fail(reported(from, length, failure));
  }
  if (steps < 50_000) return;
  const succeeded = new Set(
    [...tally.keys()].filter((name) => name.endsWith(": done")).map((name) => name.split(":")[0]),
  );
  const once = new Set(["initializeFactory", "createToken", "createPool"]);
  const instructions = [
    ...curveIdl.instructions.filter(({ name }) => !once.has(name)).map(({ name }) => name),
    ...poolIdl.instructions.filter(({ name }) => !once.has(name)).map(({ name }) => poolSteps[name] ?? `pool ${name}`),
    "create",
  ];
  expect(instructions.filter((name) => !succeeded.has(name))).toEqual([]);
  expect(tally.get("alone: came back") ?? 0).toBeGreaterThan(100);
});
