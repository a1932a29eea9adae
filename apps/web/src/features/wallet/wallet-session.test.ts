import { type ApiCall, ApiError } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import { createWalletSession } from "./wallet-session.ts";

/** A session whose clock and API belong to the test. */
const newSession = () => {
  const clock = { now: 0 };
  const calls = { count: 0, fail: false };
  const api = (async () => {
    calls.count += 1;
    if (calls.fail) throw new ApiError("unavailable");
    return { walletToken: `token-${calls.count}`, expiresAt: clock.now + 300_000 };
  }) as unknown as ApiCall; // only the wallet token is asked
  return { clock, calls, session: createWalletSession(api, () => clock.now) };
};

describe("the wallet token", () => {
  it("is fetched once for all frames and used until its last minute", async () => {
    const { clock, calls, session } = newSession();
    expect(await Promise.all([session.token(), session.token()])).toEqual(["token-1", "token-1"]);
    clock.now = 239_000;
    expect(await session.token()).toBe("token-1");
    clock.now = 241_000;
    expect(await session.token()).toBe("token-2");
    expect(calls.count).toBe(2);
  });

  it("is fetched anew after a refusal or a failure", async () => {
    const { calls, session } = newSession();
    calls.fail = true;
    await expect(session.token()).rejects.toBeInstanceOf(ApiError);
    calls.fail = false;
    expect(await session.token()).toBe("token-2");
    session.expire();
    expect(await session.token()).toBe("token-3");
  });
});
