/**
 * `npm run programs:soak [-- STEPS [SEED]]`: any number of the random steps of `programs/tests/model.test.ts`, by default 10
 * million. The first difference ends it, and prints the shortest found sequence of steps that leads there.
 */
import { randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { reported, runFrom, type Tally } from "../programs/tests/model/run.ts";

const steps = Number(process.argv[2] ?? 10_000_000);
const seed = BigInt(process.argv[3] ?? randomInt(2 ** 47));
if (!Number.isSafeInteger(steps) || steps <= 0) throw new Error("usage: npm run programs:soak -- STEPS SEED");
/** Each run starts with a new factory, so that early states occur often and memory stays small. */
const runLength = 10_000;
const reportEvery = 250_000;

const tally: Tally = new Map();
const started = Date.now();
console.log(`${steps} steps, seed ${seed}`);
for (let done = 0; done < steps; done += runLength) {
  const from = seed + BigInt(done / runLength);
  const length = Math.min(runLength, steps - done);
  const failure = runFrom(from, length, tally);
  if (failure !== undefined) {
    console.error(reported(from, length, failure));
    process.exit(1);
  }
  // garbage of the virtual machine is released only between turns of the event loop
  await setImmediate();
  const now = done + length;
  if (now % reportEvery === 0 || now === steps)
    console.log(`${now} steps agree, seeds ${seed} to ${from}, ${Math.round((Date.now() - started) / 1_000)} s`);
}
for (const [what, times] of [...tally].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${String(times).padStart(9)}  ${what}`);
