import { environmentManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { address } from "../../features/trade/testing.ts";
import { balanceQuery } from "./chain.ts";
import { tokenQuery } from "./token.ts";

// Without a window the cache assumes a server, where nothing is refetched.
environmentManager.setIsServer(() => false);
afterAll(() => environmentManager.setIsServer(() => typeof window === "undefined"));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How often the query is fetched within this many ms after its first answer. */
const askedIn = async (time: number, refetchInterval: unknown): Promise<number> => {
  let asked = 0;
  const stop = new QueryObserver(new QueryClient(), {
    queryKey: ["any"],
    queryFn: () => ++asked,
    refetchInterval: refetchInterval as number, // both queries have a plain number
    refetchIntervalInBackground: true,
  }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(time);
  stop();
  return asked - 1;
};

it("asks for a token's supply every 10 s, beside the live frames", async () => {
  const { refetchInterval } = tokenQuery(address);
  expect([await askedIn(9_999, refetchInterval), await askedIn(30_000, refetchInterval)]).toEqual([0, 3]);
});

it("asks for the balance every 5 s in the fund dialog, and seldom elsewhere", async () => {
  const fund = balanceQuery("http://rpc.test", address, true).refetchInterval;
  expect([await askedIn(4_999, fund), await askedIn(15_000, fund)]).toEqual([0, 3]);
  expect(await askedIn(29_999, balanceQuery("http://rpc.test", address, false).refetchInterval)).toBe(0);
});
