import { environmentManager, QueryObserver } from "@tanstack/react-query";
import { ApiError } from "@tribe/contract";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { provideApi } from "../../shared/api/api.ts";
import { createQueryClient } from "../../shared/api/query-client.ts";
import { approvalQuery } from "./approval-query.ts";

// Without a window, TanStack Query assumes a server, on which it does not refetch.
environmentManager.setIsServer(() => false);
afterAll(() => environmentManager.setIsServer(() => typeof window === "undefined"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const account = { id: "7", handle: "ada", name: "Ada" };

test.each([
  ["retries after a lost answer", new ApiError("unavailable"), null],
  ["stops at a refusal", new ApiError("farcaster_denied"), "farcaster_denied"],
])("%s", async (_what, error, refusal) => {
  const answers = [{ outcome: "pending" }, error, { outcome: "connected", farcaster: account }];
  // Only this route is called.
  provideApi((async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as Parameters<typeof provideApi>[0]);
  const client = createQueryClient();
  const observer = new QueryObserver(client, approvalQuery("a connection"));
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  const { data, error: told } = observer.getCurrentResult();
  stop();
  client.clear();
  expect(told).toEqual(refusal === null ? null : expect.objectContaining({ code: refusal }));
  expect(data?.outcome).toBe(refusal === null ? "connected" : "pending");
});
