import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChain } from "../../src/index.ts";
import { anyAddress, client, field, signed, transfer } from "../support.ts";
import { type RpcWorld, rpcWorld } from "./world.ts";

let world: RpcWorld;
let slots: { memo: number; versioned: number; failed: number };

beforeAll(() => {
  world = rpcWorld();
  const slotOf = (signature: string) =>
    Number(field(world.chain.request("getTransaction", signature, { maxSupportedTransactionVersion: 0 }), "slot"));
  const { memo, versioned, failed } = world.signatures;
  slots = { memo: slotOf(memo), versioned: slotOf(versioned), failed: slotOf(failed) };
});

afterAll(async () => {
  await world.chain.close();
});

describe("getBlock", () => {
  const block = (slot: number, config: Record<string, unknown> = {}) =>
    world.chain.request("getBlock", slot, { maxSupportedTransactionVersion: 0, ...config });

  it("links to the previous block and shows the transactions with their outcome", () => {
    const found = block(slots.memo);
    expect(found).toMatchObject({
      parentSlot: slots.memo - 1,
      blockHeight: slots.memo,
      previousBlockhash: field(block(slots.memo - 1), "blockhash"),
      rewards: [],
      transactions: [{ version: "legacy", meta: { err: null, fee: 5000, rewards: [] } }],
    });
    expect(field(found, "transactions", 0, "transaction", "signatures")).toEqual([world.signatures.memo]);
  });

  it("shows only the accounts, with their part of the outcome", () => {
    const found = field(block(slots.versioned, { transactionDetails: "accounts" }), "transactions", 0);
    expect(Object.keys(Object(field(found, "transaction"))).sort()).toEqual(["accountKeys", "signatures"]);
    expect(field(found, "transaction", "accountKeys")).toContainEqual({
      pubkey: world.to.toBase58(),
      signer: false,
      source: "lookupTable",
      writable: true,
    });
    expect(Object.keys(Object(field(found, "meta"))).sort()).toEqual([
      "err",
      "fee",
      "postBalances",
      "postTokenBalances",
      "preBalances",
      "preTokenBalances",
      "rewards",
      "status",
    ]);
  });

  it("shows only signatures, or none", () => {
    expect(field(block(slots.memo, { transactionDetails: "signatures" }), "signatures")).toEqual([
      world.signatures.memo,
    ]);
    const none = block(slots.memo, { transactionDetails: "none" });
    expect(none).not.toHaveProperty("signatures");
    expect(none).not.toHaveProperty("transactions");
  });

  it("has no rewards, of the block and of its transactions", () => {
    const found = block(slots.memo, { rewards: false });
    expect(found).not.toHaveProperty("rewards");
    expect(field(found, "transactions", 0, "meta", "rewards")).toBeNull();
  });

  it.each(["base58", "base64"])("encodes transactions as %s", (encoding) => {
    const [text, name] = field(block(slots.memo, { encoding }), "transactions", 0, "transaction") as string[]; // a pair
    expect(name).toBe(encoding);
    expect(text).toMatch(/^[A-Za-z0-9+/=]+$/);
  });

  it("accepts the encoding alone, as older clients send it", () => {
    const found = world.chain.request("getBlock", slots.memo, "base64");
    expect(field(found, "transactions", 0, "transaction", 1)).toBe("base64");
  });

  it("refuses versioned transactions to a client that does not support them", () => {
    expect(() => world.chain.request("getBlock", slots.versioned)).toThrow(expect.objectContaining({ code: -32015 }));
    expect(() => world.chain.request("getBlock", slots.versioned, { transactionDetails: "signatures" })).not.toThrow();
  });

  it("shows a confirmed block at confirmed and not at finalized", () => {
    const newest = Number(world.chain.request("getSlot", { commitment: "confirmed" }));
    expect(block(newest, { commitment: "confirmed" })).toMatchObject({ blockHeight: newest });
    expect(() => block(newest)).toThrow(`Block not available for slot ${newest}`);
  });
});

describe("getBlocks and getBlocksWithLimit", () => {
  it("accept an end, a configuration or both", () => {
    const confirmed = { commitment: "confirmed" };
    const newest = Number(world.chain.request("getSlot", confirmed));
    expect(world.chain.request("getBlocks", newest - 1)).toEqual([]);
    expect(world.chain.request("getBlocks", newest - 1, confirmed)).toEqual([newest - 1, newest]);
    expect(world.chain.request("getBlocks", newest - 1, null, confirmed)).toEqual([newest - 1, newest]);
    expect(world.chain.request("getBlocks", newest - 1, newest - 1, confirmed)).toEqual([newest - 1]);
    expect(world.chain.request("getBlocks", 5, 4)).toEqual([]);
    expect(world.chain.request("getBlocksWithLimit", 1, 2)).toEqual([1, 2]);
    expect(world.chain.request("getBlocksWithLimit", newest, 9, confirmed)).toEqual([newest]);
    expect(world.chain.request("getBlocksWithLimit", 1, 0)).toEqual([]);
  });
});

describe("getSignaturesForAddress", () => {
  it("pages from the newest back with before, until and limit", () => {
    const chain = createChain();
    const call = client(chain);
    const { payer } = world;
    call.airdrop(payer.publicKey);
    const to = anyAddress();
    const sent: string[] = [];
    for (let i = 0; i < 7; i++) {
      sent.unshift(call.send(signed([transfer(payer.publicKey, to, 1_000_000 + i)], payer, call.blockhash())));
      if (i % 3 === 2) chain.tick();
    }
    chain.tick();
    const page = (config: Record<string, unknown>) => {
      const found = chain.request("getSignaturesForAddress", to.toBase58(), { commitment: "confirmed", ...config });
      return (found as { signature: string }[]).map(({ signature }) => signature); // a list by the method's contract
    };
    expect(page({})).toEqual(sent);
    expect(page({ limit: 3 })).toEqual(sent.slice(0, 3));
    expect(page({ before: sent[2], limit: 3 })).toEqual(sent.slice(3, 6));
    expect(page({ before: sent[5] })).toEqual(sent.slice(6));
    expect(page({ until: sent[2] })).toEqual(sent.slice(0, 2));
    expect(page({ before: sent[1], until: sent[4] })).toEqual(sent.slice(2, 4));
    expect(page({ before: "1".repeat(64) })).toEqual([]);
    expect(page({ until: "1".repeat(64) })).toEqual(sent);
    expect(chain.request("getSignaturesForAddress", to.toBase58())).toEqual([]);
    return chain.close();
  });
});

describe("getTransaction", () => {
  it("does not return a transaction before its commitment is reached", () => {
    const call = client(world.chain);
    const sent = call.send(world.transferWire());
    const read = (commitment: string) => world.chain.request("getTransaction", sent, { commitment });
    expect(() => read("processed")).toThrow("Method does not support commitment below `confirmed`");
    expect(read("confirmed")).toBeNull();
    world.chain.tick();
    expect(read("confirmed")).toMatchObject({ meta: { err: null } });
    expect(read("finalized")).toBeNull();
  });

  it("has no version for a client that does not support versions", () => {
    expect(world.chain.request("getTransaction", world.signatures.memo)).not.toHaveProperty("version");
    expect(() => world.chain.request("getTransaction", world.signatures.versioned)).toThrow(
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    );
  });
});

describe("getRecentPerformanceSamples", () => {
  it("counts the transactions of whole minutes, newest first", () => {
    const chain = createChain();
    const call = client(chain);
    call.airdrop(world.payer.publicKey);
    call.airdrop(world.payer.publicKey);
    chain.warp({ slots: 310 });
    call.airdrop(world.payer.publicKey);
    const sample = { numSlots: 150, samplePeriodSecs: 60 };
    expect(chain.request("getRecentPerformanceSamples")).toEqual([
      { ...sample, slot: 300, numTransactions: 0, numNonVoteTransactions: 0 },
      { ...sample, slot: 150, numTransactions: 2, numNonVoteTransactions: 2 },
    ]);
    expect(chain.request("getRecentPerformanceSamples", 1)).toHaveLength(1);
    return chain.close();
  });
});
