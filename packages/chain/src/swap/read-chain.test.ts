import { describe, expect, test } from "vitest";
import { wallet } from "../testing.ts";
import { rpcChainReader } from "./read-chain.ts";

/** A node that gives this answer to every request, and records them. */
const node = (answer: unknown, status = 200) => {
  const requests: unknown[] = [];
  const answering: typeof fetch = async (_, init) => {
    requests.push(JSON.parse(String(init?.body)));
    return Response.json(answer, { status });
  };
  return { asked: requests, reader: rpcChainReader("http://node.example", { fetch: answering }) };
};

describe("the chain reader", () => {
  test("reads accounts at confirmed, and null for missing ones", async () => {
    const { asked, reader } = node({ jsonrpc: "2.0", id: 1, result: { value: [{ data: ["AQID", "base64"] }, null] } });
    expect(await reader.accounts([wallet, wallet])).toEqual([Uint8Array.of(1, 2, 3), null]);
    expect(asked).toMatchObject([
      { method: "getMultipleAccounts", params: [[wallet, wallet], { commitment: "confirmed", encoding: "base64" }] },
    ]);
  });

  test("reads the latest blockhash and the recent fees", async () => {
    const value = { blockhash: wallet, lastValidBlockHeight: 150 };
    expect(await node({ result: { context: {}, value } }).reader.latestBlockhash()).toEqual(value);
    const fees = [
      { slot: 1, prioritizationFee: 0 },
      { slot: 2, prioritizationFee: 12 },
    ];
    expect(await node({ result: fees }).reader.recentPriorityFees([wallet])).toEqual([0n, 12n]);
  });

  test("reports the chain as unreachable for errors, unexpected answers and a broken connection", async () => {
    for (const answer of [
      { error: { code: -32_005, message: "behind" } },
      { result: null },
      "?",
      { result: { value: [] } },
    ])
      await expect(node(answer).reader.accounts([wallet])).rejects.toMatchObject({ reason: "unreachable" });
    const broken = rpcChainReader("http://node.example", {
      fetch: () => Promise.reject(new TypeError("fetch failed")),
    });
    await expect(broken.latestBlockhash()).rejects.toMatchObject({ reason: "unreachable" });
    await expect(node({}, 429).reader.latestBlockhash()).rejects.toMatchObject({ reason: "rate_limited" });
  });

  test("times out, and passes an abort on", async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    const slow = rpcChainReader("http://node.example", { fetch: never, timeoutMilliseconds: 5 });
    await expect(slow.latestBlockhash()).rejects.toMatchObject({ reason: "timeout" });
    await expect(slow.latestBlockhash(AbortSignal.abort())).rejects.not.toHaveProperty("reason");
  });
});
