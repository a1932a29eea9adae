import type { ApiCall } from "@tribe/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { access } from "../../../shared/api/access.ts";
import { provideApi } from "../../../shared/api/api.ts";
import { createQueryClient, provideQueryClient } from "../../../shared/api/query-client.ts";
import { configQuery } from "../../../shared/queries/config.ts";
import { clockLead, serverClock } from "../../../shared/time/server-time.ts";
import { mediaUrl } from "./media-url.ts";

const day = 86_400_000;
const session = { sessionId: "s1", accessToken: "t1", sessionSecret: "BBBB", expiresAt: 8e15, since: 0 };

let before: ReturnType<typeof access.get>;
/** The server's clock; answers of the API tell it. */
let serverTime = 0;
let answers = 0;
beforeEach(() => {
  before = access.get();
  access.set({ device: { deviceId: "d1", deviceSecret: "AAAA" }, session });
  const config = { uploadUrl: "https://files.example" };
  const api = async () => {
    answers += 1;
    serverClock.correct(new Date(serverTime).toUTCString());
    return config;
  };
  provideApi(api as unknown as ApiCall); // only the settings are asked
  const queryClient = createQueryClient();
  queryClient.setQueryData(configQuery.queryKey, config as never); // nothing else of it is read
  provideQueryClient(queryClient);
  answers = 0;
});
afterEach(() => {
  vi.useRealTimers();
  access.set(before);
  // Files of tests share the clock, which must not stay in doubt.
  serverClock.correct(new Date().toUTCString());
  clockLead.set(0);
});

const endOf = async (): Promise<number> => {
  const url = await mediaUrl("a", "full");
  return Number(new URL(url ?? "").searchParams.get("until")) * 1_000;
};

test("an address ends by the server's day, however wrong the device's clock is", async () => {
  serverTime = Date.parse("2026-11-28T23:59:30Z");
  for (const off of [600_000, 45_000, -3 * day, 365 * day]) {
    vi.useFakeTimers({ toFake: ["Date"], now: serverTime + off });
    serverClock.correct(new Date(serverTime).toUTCString());
    expect(await endOf()).toBe(Date.parse("2026-11-30T00:00:00Z"));
  }
  expect(answers).toBe(0);
});

test("a clock that was set while the page is open is asked for at the server, once for many pictures", async () => {
  serverTime = Date.parse("2026-11-28T12:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"], now: serverTime });
  serverClock.correct(new Date(serverTime).toUTCString());
  for (const off of [-3 * day, 2 * day]) {
    vi.setSystemTime(serverTime + off);
    answers = 0;
    expect(await Promise.all([endOf(), endOf(), endOf()])).toEqual(Array(3).fill(Date.parse("2026-11-30T00:00:00Z")));
    expect(await endOf()).toBe(Date.parse("2026-11-30T00:00:00Z"));
    expect(answers).toBe(1);
  }
});
