import { type ApiCall, ApiError } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import { createWalletSession } from "./wallet-session.ts";

/** A session with a fake clock and a fake API. */
const newSession = () => {
  const clock = { now: 0 };
  const calls = { count: 0, fail: false, lost: 0 };
  const api = (async () => {
    calls.count += 1;
    if (calls.fail) throw new ApiError("internal");
    if (calls.lost-- > 0) throw new ApiError(calls.lost % 2 === 0 ? "unavailable" : "request_replayed");
    return { walletToken: `token-${calls.count}`, expiresAt: clock.now + 300_000 };
  }) as unknown as ApiCall; // only the wallet token is requested
  return { clock, calls, session: createWalletSession(api, { now: () => clock.now, pause: async () => undefined }) };
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

  it("is fetched again after a refusal or a failure", async () => {
    const { calls, session } = newSession();
    calls.fail = true;
    await expect(session.token()).rejects.toBeInstanceOf(ApiError);
    calls.fail = false;
    expect(await session.token()).toBe("token-2");
    session.expire();
    expect(await session.token()).toBe("token-3");
  });

  it("is requested again after a lost answer, once for all waiting callers", async () => {
    const { calls, session } = newSession();
    calls.lost = 2;
    expect(await Promise.all([session.token(), session.token()])).toEqual(["token-3", "token-3"]);
    calls.lost = 3;
    session.expire();
    await expect(session.token()).rejects.toBeInstanceOf(ApiError);
    expect(calls.count).toBe(6);
  });
});
