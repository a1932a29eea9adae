/**
 * Writes `interop/curve.json`, `interop/fees.json` and `interop/pool.json`: cases drawn and answered by the Rust crate,
 * each compared with an independent model. The cases are the same in each run. Needs cargo.
 */
import { writeFileSync } from "node:fs";
import { model } from "./model.ts";
import { rustCases } from "./rust-cases.ts";

const trade = "coefficient x creatorBps platformBps referralBps discountBps";
const schedule = "creatorBps platformBps referralBps affiliateBps discountBps flags";
const swap =
  "lamports tokens liquidityBps creatorBps platformBps input minimum = output liquidity creator platform lamports tokens";

const files: Record<string, Record<string, readonly [count: number, columns: string]>> = {
  "curve.json": {
    end: [120, "floor coefficient = xMax"],
    cost: [1_200, "coefficient x tokens = lamports"],
    proceeds: [1_200, "coefficient x tokens = lamports"],
    affordable: [1_200, "coefficient x lamports = tokens"],
    buy: [3_800, `${trade} tokens maxLamports minTokens = tokens value creator platform referral`],
    sell: [1_800, `${trade} tokens minLamports = value creator platform referral`],
  },
  "fees.json": {
    fees: [1_000, `${schedule} value = creator platform referral`],
    budget: [1_000, `${schedule} budget = value`],
  },
  "pool.json": {
    migration: [600, "coefficient referralBonus reserve = rate pool vault"],
    convert: [100, "tokens rate = newTokens"],
    pool_buy: [1_200, swap],
    pool_sell: [1_200, swap],
  },
};

const answerOfModel = (kind: string, inputs: readonly bigint[]): string => {
  const found = model.get(kind)?.(...inputs) ?? "";
  return typeof found === "string" ? found : found.join(" ");
};

let seed = 1;
for (const [name, kinds] of Object.entries(files)) {
  const cases = new Set<string>();
  for (const [kind, [count]] of Object.entries(kinds)) {
    for await (const { line, inputs, answer } of rustCases(seed, count, kind)) {
      const expected = answerOfModel(kind, inputs);
      if (answer !== expected) throw new Error(`${line}\nbut the model says ${expected}`);
      cases.add(line);
    }
    seed += 1;
  }
  const columns = Object.fromEntries(Object.entries(kinds).map(([kind, [, text]]) => [kind, text]));
  const lines = [...cases].map((line) => `    ${JSON.stringify(line)}`).join(",\n");
  const text = `{\n  "columns": ${JSON.stringify(columns, null, 4).replace("\n}", "\n  }")},\n  "cases": [\n${lines}\n  ]\n}\n`;
  writeFileSync(new URL(`../../interop/${name}`, import.meta.url), text);
  console.log(`${name}: ${cases.size} cases`);
}
