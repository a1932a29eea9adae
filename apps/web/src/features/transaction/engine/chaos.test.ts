import { expect, test } from "vitest";
import { type ChaosReport, runChaos } from "../testing/chaos-run.ts";

// `npm test` runs the same cases every time, `npm run test:long` new ones. `CHAOS_SEED=7 CHAOS_RUNS=1` repeats one exactly.
const fixedSeed = 1_433_703_650;
const firstSeed = Number(
  process.env.CHAOS_SEED ?? (process.env.TRIBE_LONG ? Math.floor(Math.random() * 2 ** 31) : fixedSeed),
);
const runs = Number(process.env.CHAOS_RUNS ?? (process.env.TRIBE_LONG ? 10_000 : 1_000));

const faults = ["doubleTrades", "falseFailures", "falseSuccesses", "stuck", "untold"] as const;

test(`in ${runs} random runs with dropped, doubled, delayed, reordered and lying answers, from seed ${firstSeed}, ` +
  "nothing is traded twice, told wrongly or stuck", async () => {
  const outcomes: Record<ChaosReport["outcome"], number> = { confirmed: 0, failed: 0, declined: 0 };
  const found: { seed: number; report: ChaosReport }[] = [];
  for (let run = 0; run < runs; run += 1) {
    const report = await runChaos(firstSeed + run);
    outcomes[report.outcome] += 1;
    if (faults.some((fault) => report[fault].length > 0)) found.push({ seed: firstSeed + run, report });
  }
  process.stdout.write(`chaos from seed ${firstSeed}: ${JSON.stringify(outcomes)}, ${found.length} faults\n`);
  expect(found.slice(0, 5)).toEqual([]);
}, 600_000);
