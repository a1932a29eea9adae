import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeBase58 } from "../src/codec/base58.ts";
import { type Localnet, startLocalnet } from "../src/index.ts";
import { PubSubClient } from "./pubsub-client.ts";
import { anyAddress, field, PATIENCE, signed, signedV0, temporaryFolder, transfer } from "./support.ts";

const folder = temporaryFolder();
const payer = Keypair.generate();
const clients: PubSubClient[] = [];
let localnet: Localnet;

beforeAll(async () => {
  localnet = await startLocalnet({ ledger: folder.path, slotMs: 40, enableBlockSubscription: true });
  await rpc("requestAirdrop", payer.publicKey.toBase58(), 1_000_000_000_000);
});

afterAll(async () => {
  for (const client of clients) client.close();
  await localnet.stop();
  folder.remove();
});

async function connect(): Promise<PubSubClient> {
  const client = await PubSubClient.open(localnet.wsUrl);
  clients.push(client);
  return client;
}

async function rpc(method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(localnet.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return field(await response.json(), "result");
}

let amount = 1_000_000;

/** Sends lamports to an address; the signature. Every transfer is another one. */
async function pay(to: ReturnType<typeof anyAddress>, lamports = ++amount): Promise<string> {
  const latest = await rpc("getLatestBlockhash", { commitment: "processed" });
  const wire = signed([transfer(payer.publicKey, to, lamports)], payer, String(field(latest, "value", "blockhash")));
  return String(await rpc("sendTransaction", wire, { encoding: "base64", skipPreflight: true }));
}

const LEVELS = ["processed", "confirmed", "finalized"];

describe("an account subscription", () => {
  it("tells each commitment the state of its own slot, without a version in its context", async () => {
    const client = await connect();
    const to = anyAddress();
    const config = (commitment: string) => ({ commitment, encoding: "base64" });
    const ids = await Promise.all(LEVELS.map((l) => client.subscribe("accountSubscribe", to.toBase58(), config(l))));
    expect(new Set(ids).size).toBe(3);
    await pay(to, 2_000_000);
    await expect.poll(() => client.of(ids[1] ?? -1).length, PATIENCE).toBe(1);
    await pay(to, 3_000_000);
    await expect.poll(() => client.of(ids[2] ?? -1).length, PATIENCE).toBe(2);
    for (const id of ids) {
      const told = client.of(id);
      expect(told.map((result) => field(result, "value", "lamports"))).toEqual([2_000_000, 5_000_000]);
      expect(Object.keys(Object(field(told[0], "context")))).toEqual(["slot"]);
    }
    const slots = ids.map((id) => client.of(id).map((result) => field(result, "context", "slot")));
    expect(slots[1]).toEqual(slots[0]);
    expect(slots[2]).toEqual(slots[0]);
    expect(field(client.of(ids[0] ?? -1)[0], "value")).toEqual({
      lamports: 2_000_000,
      data: ["", "base64"],
      owner: SystemProgram.programId.toBase58(),
      executable: false,
      rentEpoch: expect.any(Number),
      space: 0,
    });
  });

  it("is told of a closed account as an empty one of the system program", async () => {
    const client = await connect();
    const owner = Keypair.generate();
    await pay(owner.publicKey, 5_000_000);
    const id = await client.subscribe("accountSubscribe", owner.publicKey.toBase58(), { commitment: "processed" });
    const latest = await rpc("getLatestBlockhash", { commitment: "processed" });
    const all = transfer(owner.publicKey, payer.publicKey, 4_995_000);
    const wire = signed([all], owner, String(field(latest, "value", "blockhash")));
    await rpc("sendTransaction", wire, { encoding: "base64", skipPreflight: true });
    await expect.poll(() => client.of(id).length, PATIENCE).toBe(1);
    expect(field(client.of(id)[0], "value")).toMatchObject({ lamports: 0, data: "", space: 0 });
  });

  it("has a node's words in place of data that is too long for base58, and the chain goes on", async () => {
    const client = await connect();
    const account = Keypair.generate();
    const subscribe = (encoding: string) =>
      client.subscribe("accountSubscribe", account.publicKey.toBase58(), { commitment: "confirmed", encoding });
    const [plain, base58] = [await subscribe("binary"), await subscribe("base58")];
    const latest = await rpc("getLatestBlockhash", { commitment: "processed" });
    const create = SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: account.publicKey,
      lamports: 10_000_000,
      space: 200,
      programId: anyAddress(),
    });
    const wire = signed([create], payer, String(field(latest, "value", "blockhash")), [account]);
    await rpc("sendTransaction", wire, { encoding: "base64", skipPreflight: true });
    await expect.poll(() => client.of(base58).length, PATIENCE).toBe(1);
    const words = "error: data too large for bs58 encoding";
    expect(field(client.of(plain)[0], "value")).toMatchObject({ data: words, space: 200 });
    expect(field(client.of(base58)[0], "value", "data")).toEqual([words, "base58"]);
  });

  it("hears of the clock in every slot", async () => {
    const client = await connect();
    const clock = "SysvarC1ock11111111111111111111111111111111";
    const config = { commitment: "confirmed", encoding: "jsonParsed" };
    const id = await client.subscribe("accountSubscribe", clock, config);
    await expect.poll(() => client.of(id).length, PATIENCE).toBeGreaterThan(2);
    for (const told of client.of(id)) {
      expect(field(told, "value", "data", "parsed", "info", "slot")).toBe(field(told, "context", "slot"));
    }
  });
});

describe("a program subscription", () => {
  it("tells of the accounts that its filters let through", async () => {
    const client = await connect();
    const system = SystemProgram.programId.toBase58();
    const config = { commitment: "confirmed", encoding: "base64" };
    const none = await client.subscribe("programSubscribe", system, { ...config, filters: [{ dataSize: 7 }] });
    const all = await client.subscribe("programSubscribe", system, { ...config, filters: [{ dataSize: 0 }] });
    const to = anyAddress();
    await pay(to, 4_000_000);
    const found = () => client.of(all).find((result) => field(result, "value", "pubkey") === to.toBase58());
    await expect.poll(() => field(found(), "value", "account", "lamports"), PATIENCE).toBe(4_000_000);
    expect(client.of(none)).toEqual([]);
  });
});

describe("a logs subscription", () => {
  it("tells of every transaction, or of those that name an address", async () => {
    const client = await connect();
    const [to, other] = [anyAddress(), anyAddress()];
    const mentions = (address: typeof to) => ({ mentions: [address.toBase58()] });
    const all = await client.subscribe("logsSubscribe", "all", { commitment: "processed" });
    const named = await Promise.all(
      LEVELS.map((commitment) => client.subscribe("logsSubscribe", mentions(to), { commitment })),
    );
    const [first, second] = [await pay(other), await pay(to)];
    await expect.poll(() => client.of(named[2] ?? -1).length, PATIENCE).toBe(1);
    expect(client.of(all).map((result) => field(result, "value", "signature"))).toEqual([first, second]);
    for (const id of named) {
      expect(client.of(id)).toEqual([
        {
          context: { slot: expect.any(Number) },
          value: {
            signature: second,
            err: null,
            logs: [
              "Program 11111111111111111111111111111111 invoke [1]",
              "Program 11111111111111111111111111111111 success",
            ],
          },
        },
      ]);
    }
  });
});

describe("a signature subscription", () => {
  const unsent = async () => {
    const latest = await rpc("getLatestBlockhash", { commitment: "processed" });
    const wire = signed(
      [transfer(payer.publicKey, anyAddress(), ++amount)],
      payer,
      String(field(latest, "value", "blockhash")),
    );
    const { signature } = Transaction.from(Buffer.from(wire, "base64"));
    return { wire, signature: encodeBase58(signature ?? Buffer.alloc(0)) };
  };

  it("tells once for each commitment and ends, told of the arrival too when that is wanted", async () => {
    const client = await connect();
    const { wire, signature } = await unsent();
    const plain = await client.subscribe("signatureSubscribe", signature, { commitment: "finalized" });
    const received = await client.subscribe("signatureSubscribe", signature, {
      commitment: "confirmed",
      enableReceivedNotification: true,
    });
    await rpc("sendTransaction", wire, { encoding: "base64", skipPreflight: true });
    await expect.poll(() => client.of(plain).length, PATIENCE).toBe(1);
    expect(client.of(plain).map((result) => field(result, "value"))).toEqual([{ err: null }]);
    expect(client.of(received).map((result) => field(result, "value"))).toEqual(["receivedSignature", { err: null }]);
    const over = await client.ask("signatureUnsubscribe", plain);
    expect(field(over, "error")).toEqual({ code: -32602, message: "Invalid subscription id." });
  });

  it("tells also of a transaction of before, after the answer", async () => {
    const client = await connect();
    const signature = await pay(anyAddress());
    const id = await client.subscribe("signatureSubscribe", signature, { commitment: "processed" });
    await expect.poll(() => client.of(id).length, PATIENCE).toBe(1);
  });
});

describe("slots, roots and their updates", () => {
  it("come in order, each once", async () => {
    const client = await connect();
    const [slots, roots, updates] = [
      await client.subscribe("slotSubscribe"),
      await client.subscribe("rootSubscribe"),
      await client.subscribe("slotsUpdatesSubscribe"),
    ];
    await expect.poll(() => client.of(roots).length, PATIENCE).toBeGreaterThan(3);
    const told = client.of(slots).map((result) => Number(field(result, "slot")));
    expect(told).toEqual(told.map((_, index) => (told[0] ?? 0) + index));
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
  it("tells of every block, or of the transactions that name an address and no block without one", async () => {
    const client = await connect();
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
    const signature = await pay(to);
    await expect.poll(() => client.of(final).length, PATIENCE).toBe(1);
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

  it("says which version a block has that its subscriber doesn't know", async () => {
    const client = await connect();
    const id = await client.subscribe("blockSubscribe", "all", { commitment: "confirmed" });
    const latest = await rpc("getLatestBlockhash", { commitment: "processed" });
    const move = [transfer(payer.publicKey, anyAddress(), ++amount)];
    const wire = signedV0(move, payer, String(field(latest, "value", "blockhash")));
    await rpc("sendTransaction", wire, { encoding: "base64", skipPreflight: true });
    const refused = () => client.of(id).find((result) => field(result, "value", "err") !== null);
    await expect
      .poll(refused, PATIENCE)
      .toMatchObject({ value: { block: null, err: { UnsupportedTransactionVersion: 0 } } });
  });
});

describe("subscriptions have a node's numbers", () => {
  it("equal ones share one, over all connections, and tell each connection once", async () => {
    const [one, two] = [await connect(), await connect()];
    const to = anyAddress();
    const ask = (client: PubSubClient, commitment: string) =>
      client.subscribe("accountSubscribe", to.toBase58(), { commitment });
    const id = await ask(one, "processed");
    expect([await ask(one, "processed"), await ask(two, "processed")]).toEqual([id, id]);
    expect(await ask(two, "confirmed")).not.toBe(id);
    await pay(to);
    await expect.poll(() => [one.of(id).length, two.of(id).length], PATIENCE).toEqual([1, 1]);
    expect(field(await one.ask("accountUnsubscribe", id), "result")).toBe(true);
    await pay(to);
    await expect.poll(() => two.of(id).length, PATIENCE).toBe(2);
    expect(one.of(id)).toHaveLength(1);
  });

  it("end for their own connection only, whatever kind is named", async () => {
    const [one, two] = [await connect(), await connect()];
    const id = await one.subscribe("slotSubscribe");
    const words = { code: -32602, message: "Invalid subscription id." };
    expect(field(await two.ask("slotUnsubscribe", id), "error")).toEqual(words);
    expect(field(await one.ask("rootUnsubscribe", id), "result")).toBe(true);
    expect(field(await one.ask("slotUnsubscribe", id), "error")).toEqual(words);
  });
});

describe("a wrong subscription is refused in a node's words", () => {
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
    const client = await connect();
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
    const client = await connect();
    expect(field(await client.ask(method, ...params), "error", "code")).toBe(-32602);
  });

  it("votes and unknown methods are not found, the version is", async () => {
    const client = await connect();
    for (const method of ["voteSubscribe", "voteUnsubscribe", "getBalance", "constructor"]) {
      expect(field(await client.ask(method), "error")).toEqual({ code: -32601, message: "Method not found" });
    }
    expect(field(await client.ask("getVersion"), "result", "solana-core")).toBe(
      field(await rpc("getVersion"), "solana-core"),
    );
  });
});
