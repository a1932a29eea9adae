import { afterEach, expect, it, onTestFailed } from "vitest";
import { faultInside } from "../support/product/inside.ts";
import { processesOf } from "../support/product/processes.ts";
import {
  crashed,
  nothingIsLeft,
  readyTimes,
  type Supervised,
  serverOf,
  startSupervised,
} from "../support/product/supervised.ts";

let tribe: Supervised | null = null;
afterEach(() => tribe?.remove());

it("restarts a server that aborts, or whose chain ends by itself", async () => {
  const started = await startSupervised({});
  tribe = started;
  onTestFailed(() => void process.stdout.write(started.output().slice(-6_000)));
  await readyTimes(started, 1);
  process.kill(await serverOf(started), "SIGABRT");
  await readyTimes(started, 2);
  expect(started.output()).toContain(`${crashed}SIGABRT)`);
  const [chain] = await processesOf(undefined, `${started.dataDir}/ledger`);
  await faultInside(started.inside, chain ?? 0, "reject");
  await readyTimes(started, 3);
  expect(started.output()).toContain("the embedded chain ended by itself");
  started.process.kill("SIGKILL");
  await nothingIsLeft(started);
});
