import { describe, expect, test, vi } from "vitest";
import { type Credentials, createApiClient, createRouteClient, quietly } from "./client.ts";
import { ApiError } from "./errors.ts";
import { type Address, lamports, type TokenId, tokenUnits } from "./primitives.ts";
import * as routes from "./routes/index.ts";
import { createServerClock } from "./server-clock.ts";
import { fromBase64Url, signingHeaders, signRequest, toBase64Url } from "./signing.ts";

const mint = "So11111111111111111111111111111111111111112" as Address; // a base58 address
const secret = toBase64Url(new Uint8Array(32).fill(3));
const device: Credentials = { deviceId: "device-1", deviceSecret: secret };
const sessionSecret = toBase64Url(new Uint8Array(32).fill(4));
const signedIn: Credentials = {
  ...device,
  session: { sessionId: "session-1", accessToken: "access-1", sessionSecret },
};

/** A caller whose requests are recorded and answered by `answer`. */
const callerWith = (answer: () => Response | Promise<Response>, credentials: Credentials | null = signedIn) => {
  const requests: Request[] = [];
  const call = createApiClient({
    origin: "https://tribe.example",
    credentials: () => credentials,
    walletToken: () => "wallet-token",
    fetch: async (input, init) => {
      requests.push(new Request(input instanceof URL ? input.href : input, init));
      return answer();
    },
  });
  return { call, requests };
};
const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });
const only = (requests: Request[]): Request => {
  const [request, ...more] = requests;
  if (!request || more.length > 0) throw new Error("exactly one request is expected");
  return request;
};
const header = (request: Request, name: keyof typeof signingHeaders) => request.headers.get(signingHeaders[name]) ?? "";

const trade = {
  idempotencyKey: "123e4567-e89b-42d3-a456-426614174000",
  mint,
  tokenId: 7n as TokenId,
  tradeType: "BUY_WITH_FIXED_SOL",
  tokenAmountInLamports: tokenUnits(5n),
  maxSolInLamports: lamports(2n ** 60n),
} as const;
const ticket = { ticket: "ticket-0123456789", message: "AAAA", lastValidBlockHeight: 9 };

describe("a call", () => {
  test("sends money as strings and returns bigints", async () => {
    const { call, requests } = callerWith(json({ ...ticket }));
    expect(await call(routes.factory.prepareTrade, { body: trade })).toEqual(ticket);
    const request = only(requests);
    expect(request.url).toBe("https://tribe.example/api/v2/factory/trade");
    expect(await request.json()).toMatchObject({ tokenId: "7", maxSolInLamports: (2n ** 60n).toString() });
  });

  test("is signed by the session over exactly what is sent", async () => {
    const { call, requests } = callerWith(json({ ...ticket }));
    await call(routes.factory.prepareTrade, { body: trade });
    const request = only(requests);
    expect(header(request, "accessToken")).toBe("access-1");
    expect(header(request, "sessionId")).toBe("session-1");
    expect(fromBase64Url(header(request, "nonce")).length).toBe(16);
    expect(header(request, "signature")).toBe(
      await signRequest(sessionSecret, {
        accessToken: "access-1",
        timestamp: Number(header(request, "timestamp")),
        nonce: header(request, "nonce"),
        method: "POST",
        path: "/api/v2/factory/trade",
        query: [],
        payload: new Uint8Array(await request.arrayBuffer()),
      }),
    );
  });

  test("is signed by the device before sign-in, query included", async () => {
    const { call, requests } = callerWith(json([]), device);
    await call(routes.market.history, { query: { mint, offset: 0, limit: 500 } });
    const request = only(requests);
    expect(header(request, "accessToken")).toBe("");
    expect(header(request, "signature")).toBe(
      await signRequest(secret, {
        accessToken: "",
        timestamp: Number(header(request, "timestamp")),
        nonce: header(request, "nonce"),
        method: "GET",
        path: "/api/v1/factory/history",
        query: new URL(request.url).searchParams,
        payload: new Uint8Array(),
      }),
    );
    expect(new URL(request.url).searchParams.get("limit")).toBe("500");
  });

  test("uses a new nonce each time", async () => {
    const { call, requests } = callerWith(json([]), device);
    await call(routes.market.history, { query: { mint, offset: 0, limit: 1 } });
    await call(routes.market.history, { query: { mint, offset: 0, limit: 1 } });
    const [first, second] = requests.map((request) => header(request, "nonce"));
    expect(first).not.toBe(second);
  });

  describe("from a device whose clock is wrong", () => {
    const skewed = () =>
      new Response(JSON.stringify({ error: { code: "clock_skew", message: "off" } }), {
        status: 401,
        headers: { date: new Date(Date.now() + 3_600_000).toUTCString() },
      });
    const timeOf = (request: Request | undefined) => Number(request && header(request, "timestamp"));

    test("is repeated once with the server's time, which later calls use as well", async () => {
      const { call, requests } = callerWith(() => (requests.length === 1 ? skewed() : json(ticket)()));
      expect(await call(routes.factory.prepareTrade, { body: trade })).toEqual(ticket);
      expect(await call(routes.factory.prepareTrade, { body: trade })).toEqual(ticket);
      expect(requests).toHaveLength(3);
      for (const request of requests.slice(1)) {
        const ahead = timeOf(request) - timeOf(requests[0]);
        expect(ahead).toBeGreaterThan(3_590_000);
        expect(ahead).toBeLessThan(3_610_000);
      }
      const nonces = requests.map((request) => header(request, "nonce"));
      expect(new Set(nonces).size).toBe(3);
    });

    test("uses the server's time at once when any earlier answer told it, also one to another client of the page", async () => {
      const clock = createServerClock();
      const threeDays = 3 * 86_400_000;
      const requests: Request[] = [];
      const options = {
        origin: "https://tribe.example",
        credentials: () => signedIn,
        clock,
        fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
          requests.push(new Request(input instanceof URL ? input.href : input, init));
          const headers = { date: new Date(Date.now() + threeDays).toUTCString() };
          return new Response(JSON.stringify({ deviceId: "d", deviceSecret: "s" }), { headers });
        },
      };
      await createApiClient(options)(routes.identity.createDevice, {});
      await createRouteClient(options)(routes.factory.prepareTrade, { body: trade }, "text");
      expect(requests).toHaveLength(2);
      expect(Math.abs(timeOf(requests[1]) - Date.now() - threeDays)).toBeLessThan(10_000);
      expect(Math.abs(clock.now() - Date.now() - threeDays)).toBeLessThan(10_000);
    });

    test("fails when the server's time does not help, or is missing", async () => {
      const { call, requests } = callerWith(skewed);
      await expect(call(routes.factory.prepareTrade, { body: trade })).rejects.toMatchObject({ code: "clock_skew" });
      expect(requests).toHaveLength(2);
      const silent = callerWith(json({ error: { code: "clock_skew", message: "off" } }, 401));
      await expect(silent.call(routes.factory.prepareTrade, { body: trade })).rejects.toMatchObject({
        code: "clock_skew",
      });
      expect(silent.requests).toHaveLength(1);
    });
  });

  test("of the signer's frame sends its bearer token and no signature", async () => {
    const { call, requests } = callerWith(json({ challenge: "c" }), null);
    await call(routes.wallet.challenge, {});
    const request = only(requests);
    expect(request.headers.get("authorization")).toBe("Bearer wallet-token");
    expect(header(request, "signature")).toBe("");
  });

  test("of a public route needs no credentials; any other fails without them", async () => {
    const { call } = callerWith(json({ deviceId: "d", deviceSecret: "s" }), null);
    expect(await call(routes.identity.createDevice, {})).toEqual({ deviceId: "d", deviceSecret: "s" });
    await expect(call(routes.identity.signOut, {})).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("an error answer", () => {
  const failing = (answer: () => Response | Promise<Response>) =>
    callerWith(answer)
      .call(routes.identity.signOut, {})
      .catch((error: unknown) => error);

  test("of our server arrives as it was sent", async () => {
    const body = { error: { code: "too_many_requests", message: "Slow down", field: "x", retryAfterSeconds: 3 } };
    const error = await failing(json(body, 429));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "too_many_requests", message: "Slow down", field: "x", retryAfterSeconds: 3 });
  });

  test.each([
    [400, "Bad request"],
    [401, "Unauthorized"],
    [403, "Unauthorized"],
    [404, "Not found"],
    [500, "Internal server error"],
    [502, "Unexpected error"],
  ])("of somebody else's %d says %s", async (status, message) => {
    expect(await failing(() => new Response("<html>", { status }))).toMatchObject({ message });
  });

  test("is `not_found` only from our server: a proxy's 404 says nothing about the resource", async () => {
    expect(await failing(() => new Response("<html>", { status: 404 }))).toMatchObject({ code: "unavailable" });
    expect(await failing(json({ message: "Not found" }, 404))).toMatchObject({ code: "unavailable" });
    const ours = { error: { code: "not_found", message: "Not found" } };
    expect(await failing(json(ours, 404))).toMatchObject({ code: "not_found", message: "Not found" });
  });

  test("with a code that is not in the catalogue is classified by its status", async () => {
    expect(await failing(json({ error: { code: "toString", message: "x" } }, 403))).toMatchObject({
      code: "forbidden",
    });
  });

  test("is `unavailable`, with its cause, when nothing answers", async () => {
    const cause = new TypeError("offline");
    expect(await failing(() => Promise.reject(cause))).toMatchObject({ code: "unavailable", cause });
  });
});

test("an aborted call throws its abort, not an API error", async () => {
  const controller = new AbortController();
  const { call } = callerWith(() => Promise.reject(new DOMException("stop", "AbortError")));
  controller.abort();
  await expect(call(routes.identity.signOut, { signal: controller.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});

test("an answer that breaks the contract is not returned", async () => {
  const { call } = callerWith(json({ ticket: 5 }));
  await expect(call(routes.factory.prepareTrade, { body: trade })).rejects.toThrow();
});

test("an error has its request's name: of the answer, else of its head, and nothing that is no name", async () => {
  const named = async (body: unknown, header?: string) => {
    const headers = header === undefined ? {} : { "x-request-id": header };
    const { call } = callerWith(() => new Response(JSON.stringify(body), { status: 500, headers }));
    return call(routes.system.config, {}).catch((error: ApiError) => error.requestId);
  };
  const error = { code: "internal", message: "Internal server error" };
  expect(await named({ error: { ...error, requestId: "from-the-server" } }, "from-the-proxy")).toBe("from-the-server");
  expect(await named({ error }, "from-the-proxy")).toBe("from-the-proxy");
  expect(await named("<html>", "from-the-proxy")).toBe("from-the-proxy");
  for (const wrong of ["<b>", "x".repeat(65), ""])
    expect(await named({ error: { ...error, requestId: wrong } })).toBe(undefined);
  expect(await named({ error: { ...error, requestId: 5 } })).toBe(undefined);
});

test("a quiet call logs its failure without any data of the call, and returns undefined", async () => {
  const noted = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { call } = callerWith(json({ error: { code: "conflict", message: "a secret" } }, 409));
  expect(await quietly(call)(routes.identity.signOut, {})).toBeUndefined();
  expect(noted.mock.calls).toEqual([["POST /v1/auth/signOut failed: conflict"]]);
  noted.mockRestore();
  const answered = callerWith(json(ticket));
  expect(await quietly(answered.call)(routes.factory.prepareTrade, { body: trade })).toEqual(ticket);
});

test("a call times out after 20 s", async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  const call = createApiClient({
    origin: "https://tribe.example",
    credentials: () => signedIn,
    fetch: (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))),
  });
  const answer = call(routes.system.config, {});
  expect(timeout.mock.calls).toEqual([[20_000]]);
  limit.abort();
  await expect(answer).rejects.toMatchObject({ code: "unavailable" });
  timeout.mockRestore();
});

test("input that breaks the contract fails with its field and is never sent", async () => {
  const { call, requests } = callerWith(json(ticket));
  const body = { ...trade, tokenAmountInLamports: tokenUnits(0n) };
  await expect(call(routes.factory.prepareTrade, { body })).rejects.toMatchObject({
    code: "invalid_field",
    field: "body.tokenAmountInLamports",
  });
  expect(requests).toEqual([]);
});
