/**
 * Streams random cases through the Rust crate and its TypeScript counterpart and compares every number.
 *   npx tsx scripts/interop/agree.ts [COUNT] [SEED]     a million by default; needs cargo
 */
import { answerOf } from "../../packages/domain/src/curve/interop.ts";
import { rustCases } from "./rust-cases.ts";

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now());
const shown = 10;
const perKind = new Map<string, number>();
let differing = 0;
for await (const { line, kind, inputs, answer } of rustCases(seed, count)) {
  perKind.set(kind, (perKind.get(kind) ?? 0) + 1);
  const found = answerOf(kind, inputs);
  if (found === answer) continue;
  differing += 1;
  if (differing <= shown) console.error(`${line}\n  but TypeScript says ${found}`);
}
const kinds = [...perKind].map(([kind, times]) => `${kind} ${times}`).join(", ");
console.log(`${count} random cases, ${differing} differ (seed ${seed}): ${kinds}`);
if (differing > 0) process.exitCode = 1;
