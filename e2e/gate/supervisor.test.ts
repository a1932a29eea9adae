import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { faultInside } from "../support/product/inside.ts";
import {
  addressOf,
  configOf,
  crashed,
  nothingIsLeft,
  readyTimes,
  serverOf,
  supervisedInTests,
} from "../support/product/supervised.ts";

const start = supervisedInTests();

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
