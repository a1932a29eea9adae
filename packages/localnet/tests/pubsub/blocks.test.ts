import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyAddress, field, POLL_TIMEOUT, signedV0, transfer } from "../support.ts";
import type { PubSubClient } from "./client.ts";
import { type PubSubWorld, startWorld } from "./world.ts";

let world: PubSubWorld;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.stop());

describe("slots, roots and their updates", () => {
  it("come in order, each once", async () => {
    const client = await world.connect();
    const [slots, roots, updates] = [
      await client.subscribe("slotSubscribe"),
      await client.subscribe("rootSubscribe"),
      await client.subscribe("slotsUpdatesSubscribe"),
    ];
    await expect.poll(() => client.of(roots).length, POLL_TIMEOUT).toBeGreaterThan(3);
    const notified = client.of(slots).map((result) => Number(field(result, "slot")));
    expect(notified).toEqual(notified.map((_, index) => (notified[0] ?? 0) + index));
    for (const result of client.of(slots)) {
      const slot = Number(field(result, "slot"));
      expect(result).toEqual({ slot, parent: slot - 1, root: Math.max(0, slot - 32) });
    }
    const rooted = client.of(roots).map(Number);
    expect(rooted).toEqual(rooted.map((_, index) => (rooted[0] ?? 0) + index));
    const types = client.of(updates).map((result) => field(result, "type"));
    expect(new Set(types)).toEqual(new Set(["completed", "frozen", "optimisticConfirmation", "root", "createdBank"]));
    const frozen = client.of(updates).find((result) => field(result, "type") === "frozen");
    expect(frozen).toEqual({
      type: "frozen",
      slot: expect.any(Number),
      timestamp: expect.any(Number),
      stats: {
        numTransactionEntries: expect.any(Number),
        numSuccessfulTransactions: expect.any(Number),
        numFailedTransactions: expect.any(Number),
        maxTransactionsPerEntry: expect.any(Number),
      },
    });
  });
});

describe("a block subscription", () => {
  it("notifies of every block, or of the transactions that name an address and no block without one", async () => {
    const client = await world.connect();
    const to = anyAddress();
    const config = { commitment: "confirmed", transactionDetails: "signatures" };
    const all = await client.subscribe("blockSubscribe", "all", config);
    const filter = { mentionsAccountOrProgram: to.toBase58() };
    const named = await client.subscribe("blockSubscribe", filter, config);
    const final = await client.subscribe("blockSubscribe", filter, {
      encoding: "json",
      showRewards: true,
      maxSupportedTransactionVersion: 0,
    });
    const signature = await world.pay(to);
    await expect.poll(() => client.of(final).length, POLL_TIMEOUT).toBe(1);
    const [block] = client.of(named);
    expect(client.of(named)).toHaveLength(1);
    expect(field(block, "value", "block", "signatures")).toEqual([signature]);
    expect(field(block, "value", "err")).toBeNull();
    expect(field(block, "value", "slot")).toBe(field(block, "context", "slot"));
    expect(field(block, "value", "block", "rewards")).toBeUndefined();
    const [whole] = client.of(final);
    expect(field(whole, "context", "slot")).toBe(field(block, "context", "slot"));
    expect(field(whole, "value", "block", "rewards")).toEqual([]);
    expect(field(whole, "value", "block", "transactions", 0, "transaction", "signatures")).toEqual([signature]);
    const slots = client.of(all).map((result) => Number(field(result, "value", "slot")));
    expect(slots).toEqual(slots.map((_, index) => (slots[0] ?? 0) + index));
  });

  it("reports a block's version that its subscriber does not support", async () => {
    const client = await world.connect();
    const id = await client.subscribe("blockSubscribe", "all", { commitment: "confirmed" });
    const move = [transfer(world.payer.publicKey, anyAddress(), 1_234_567)];
    const wire = signedV0(move, world.payer, await world.blockhash());
    await world.send(wire);
    const refused = () => client.of(id).find((result) => field(result, "value", "err") !== null);
    await expect
      .poll(refused, POLL_TIMEOUT)
      .toMatchObject({ value: { block: null, err: { UnsupportedTransactionVersion: 0 } } });
  });
});

describe("subscriptions have a node's numbers", () => {
  it("equal ones share one over all connections, and notify each connection once", async () => {
    const [one, two] = [await world.connect(), await world.connect()];
    const to = anyAddress();
    const ask = (client: PubSubClient, commitment: string) =>
      client.subscribe("accountSubscribe", to.toBase58(), { commitment });
    const id = await ask(one, "processed");
    expect([await ask(one, "processed"), await ask(two, "processed")]).toEqual([id, id]);
    expect(await ask(two, "confirmed")).not.toBe(id);
    await world.pay(to);
    await expect.poll(() => [one.of(id).length, two.of(id).length], POLL_TIMEOUT).toEqual([1, 1]);
    expect(field(await one.ask("accountUnsubscribe", id), "result")).toBe(true);
    await world.pay(to);
    await expect.poll(() => two.of(id).length, POLL_TIMEOUT).toBe(2);
    expect(one.of(id)).toHaveLength(1);
  });

  it("end for their own connection only, whatever kind is given", async () => {
    const [one, two] = [await world.connect(), await world.connect()];
    const id = await one.subscribe("slotSubscribe");
    const words = { code: -32602, message: "Invalid subscription id." };
    expect(field(await two.ask("slotUnsubscribe", id), "error")).toEqual(words);
    expect(field(await one.ask("rootUnsubscribe", id), "result")).toBe(true);
    expect(field(await one.ask("slotUnsubscribe", id), "error")).toEqual(words);
  });
});

describe("an invalid subscription gets a node's error", () => {
  it.each([
    ["accountSubscribe", ["x"], "Invalid Request: Invalid pubkey provided"],
    ["programSubscribe", ["x"], "Invalid Request: Invalid pubkey provided"],
    ["signatureSubscribe", ["x"], "Invalid Request: Invalid signature provided"],
    ["logsSubscribe", [{ mentions: ["x"] }], "Invalid Request: Invalid mentions provided"],
    ["logsSubscribe", [{ mentions: [] }], "Invalid Request: Only 1 address supported"],
    [
      "blockSubscribe",
      [{ mentionsAccountOrProgram: "x" }],
      "Invalid Request: Invalid mentions_account_or_program provided",
    ],
    ["blockSubscribe", ["all", { commitment: "processed" }], "Method does not support commitment below `confirmed`"],
    ["slotUnsubscribe", [7_777_777], "Invalid subscription id."],
  ])("%s with %j", async (method, params, message) => {
    const client = await world.connect();
    expect(field(await client.ask(method, ...params), "error")).toEqual({ code: -32602, message });
  });

  it.each([
    ["accountSubscribe", []],
    ["accountSubscribe", [5]],
    ["accountSubscribe", [anyAddress().toBase58(), { encoding: "xml" }]],
    ["accountSubscribe", [anyAddress().toBase58(), {}, {}]],
    ["programSubscribe", [anyAddress().toBase58(), { filters: Array(5).fill({ dataSize: 1 }) }]],
    ["logsSubscribe", ["everything"]],
    ["signatureSubscribe", [{}]],
    ["slotSubscribe", [1]],
    ["slotUnsubscribe", []],
  ])("%s with %j is -32602", async (method, params) => {
    const client = await world.connect();
    expect(field(await client.ask(method, ...params), "error", "code")).toBe(-32602);
  });

  it("votes and unknown methods are not found, the version is", async () => {
    const client = await world.connect();
    for (const method of ["voteSubscribe", "voteUnsubscribe", "getBalance", "constructor"]) {
      expect(field(await client.ask(method), "error")).toEqual({ code: -32601, message: "Method not found" });
    }
    expect(field(await client.ask("getVersion"), "result", "solana-core")).toBe(
      field(await world.rpc("getVersion"), "solana-core"),
    );
  });
});
