import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { faultInside } from "../support/product/inside.ts";
import { processesOf } from "../support/product/processes.ts";
import {
  addressOf,
  configOf,
  crashed,
  nothingIsLeft,
  patient,
  readyTimes,
  serverOf,
  supervisedInTests,
} from "../support/product/supervised.ts";

const start = supervisedInTests();

it("restarts a server that aborts, or whose chain ends by itself", async () => {
  const started = await start();
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

it("restarts a server that keeps crashing five times, then gives up with a message", async () => {
  const tribe = await start();
  let last: number | null = null;
  const killNext = async () => {
    const pid = await tribe.server();
    if (pid !== null && pid !== last) {
      process.kill(pid, "SIGKILL");
      last = pid;
    }
    return tribe.process.exitCode;
  };
  await expect.poll(killNext, { ...patient, interval: 20 }).toBe(1);
  expect(tribe.count(crashed)).toBe(5);
  expect(tribe.output()).toContain("The server crashed 6 times within a minute and stays down.");
  await nothingIsLeft(tribe);
});

it("does not restart after a normal end, and starts without a network, which only delays airdrops", async () => {
  const tribe = await start({ TRIBE_LIGHT_DIR: "", npm_config_registry: "http://127.0.0.1:9" });
  await readyTimes(tribe, 1);
  expect(tribe.count("Airdrops wait for Light Protocol's programs, which the next start fetches: ")).toBe(1);
  expect(await configOf(addressOf(tribe))).toMatchObject({ hasCompression: false });
  tribe.process.kill("SIGTERM");
  expect(await tribe.ended).toBe(0);
  expect(tribe.count(crashed)).toBe(0);
  await nothingIsLeft(tribe);
});

it("does not restart after a wrong setting or because of a used port", async () => {
  const wrong = await start({ TRIBE_PORT: "many" });
  expect(await wrong.ended).toBe(78);
  expect(wrong.output()).toContain("TRIBE_PORT");
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const taken = await start({ TRIBE_PORT: String(port) });
  expect(await taken.ended).toBe(78);
  holder.close();
  expect(taken.output()).toContain(`Port ${port} (TRIBE_PORT) is in use`);
  expect(wrong.count(crashed) + taken.count(crashed)).toBe(0);
  await nothingIsLeft(taken);
});
