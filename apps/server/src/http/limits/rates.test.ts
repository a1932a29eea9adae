import { ApiError } from "@tribe/contract";
import { expect, test } from "vitest";
import { networkOf } from "./network.ts";
import { createRates } from "./rates.ts";

const isRefused = (call: () => void): boolean => {
  try {
    call();
    return false;
  } catch (error) {
    return error instanceof ApiError && error.code === "too_many_requests";
  }
};

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "loopback"],
  ["not an address", "unknown"],
  ["", "unknown"],
])("the address %j belongs to the network %j", (address, network) => expect(networkOf(address)).toBe(network));

test("a window ends after a minute, and reports the remaining time", () => {
  let now = 1_000;
  const rates = createRates(() => now);
  for (let call = 0; call < 3; call += 1) rates.count("a", 3);
  now += 20_500;
  expect(() => rates.count("a", 3)).toThrow(expect.objectContaining({ retryAfterSeconds: 40 }));
  expect(isRefused(() => rates.count("b", 3))).toBe(false);
  now += 39_500;
  expect(isRefused(() => rates.count("a", 3))).toBe(false);
});

test("an active caller stays counted, for any number of others", () => {
  const rates = createRates(() => 0);
  let refusedAt = 0;
  for (let other = 1; other <= 1_000_000 && refusedAt === 0; other += 1) {
    rates.count(`other ${other}`, 1);
    if (other % 10_000 === 0 && isRefused(() => rates.count("one", 10))) refusedAt = other;
  }
  expect(refusedAt).toBe(110_000);
});
