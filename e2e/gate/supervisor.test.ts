import { once } from "node:events";
import { connect, createServer } from "node:net";
import { type AnswerOf, createApiClient, routes } from "@tribe/contract";
import { afterEach, expect, it, onTestFailed } from "vitest";
import { faultInside } from "../support/product/inside.ts";
import {
  addressOf,
  crashed,
  nothingIsLeft,
  patient,
  readyTimes,
  type Supervised,
  serverOf,
  startSupervised,
} from "../support/product/supervised.ts";

const running: Supervised[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.remove();
});

const start = async (env: Readonly<Record<string, string>> = {}): Promise<Supervised> => {
  const tribe = await startSupervised(env);
  running.push(tribe);
  onTestFailed(() => void process.stdout.write(tribe.output().slice(-6_000)));
  return tribe;
};
const configOf = (origin: string): Promise<AnswerOf<typeof routes.system.config>> =>
  createApiClient({ origin, credentials: () => null })(routes.system.config, {});

it("restarts a crashed server on its ports, with one line of output, and ends all processes with the supervisor", async () => {
  const tribe = await start();
  let starts = 0;
  const startsAgain = () => readyTimes(tribe, ++starts);
  await startsAgain();
  const before = await configOf(addressOf(tribe));
  const others = (await tribe.processes()).filter((pid) => pid !== tribe.process.pid);
  process.kill(await serverOf(tribe), "SIGKILL");
  await startsAgain();
  expect(tribe.output()).toContain(`${crashed}SIGKILL)`);
  // The same ports, so that open pages reach it, and none of the first server's processes.
  expect(await configOf(addressOf(tribe))).toEqual(before);
  expect((await tribe.processes()).filter((pid) => others.includes(pid))).toEqual([]);

  // A client with an unfinished request does not delay the end.
  const slow = connect(Number(new URL(before.appUrl).port), "127.0.0.1");
  slow.on("error", () => undefined).write("POST /api/v1/devices HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n");
  await once(slow, "connect");
  await faultInside(tribe.inside, await serverOf(tribe), "throw");
  await startsAgain();
  slow.destroy();
  expect(tribe.output()).toContain(`${crashed}code 70)`);
  expect(tribe.count('"level":60')).toBe(1);
  expect(tribe.count("thrown by the suite")).toBe(tribe.count('"level":60') * 2); // its message and its stack

  expect(await configOf(addressOf(tribe))).toEqual(before);

  tribe.process.kill("SIGKILL");
  await nothingIsLeft(tribe);
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
