import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeBase58 } from "../../src/codec/base58.ts";
import { anyAddress, field, POLL_TIMEOUT, signed, transfer } from "../support.ts";
import { type PubSubWorld, startWorld } from "./world.ts";

let world: PubSubWorld;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.stop());

const LEVELS = ["processed", "confirmed", "finalized"];

describe("an account subscription", () => {
  it("notifies each commitment with the state of its own slot, without a version in its context", async () => {
    const client = await world.connect();
    const to = anyAddress();
    const config = (commitment: string) => ({ commitment, encoding: "base64" });
    const ids = await Promise.all(LEVELS.map((l) => client.subscribe("accountSubscribe", to.toBase58(), config(l))));
    expect(new Set(ids).size).toBe(3);
    await world.pay(to, 2_000_000);
    await expect.poll(() => client.of(ids[1] ?? -1).length, POLL_TIMEOUT).toBe(1);
    await world.pay(to, 3_000_000);
    await expect.poll(() => client.of(ids[2] ?? -1).length, POLL_TIMEOUT).toBe(2);
    for (const id of ids) {
      const results = client.of(id);
      expect(results.map((result) => field(result, "value", "lamports"))).toEqual([2_000_000, 5_000_000]);
      expect(Object.keys(Object(field(results[0], "context")))).toEqual(["slot"]);
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

  it("reports a closed account as an empty one of the system program", async () => {
    const client = await world.connect();
    const owner = Keypair.generate();
    await world.pay(owner.publicKey, 5_000_000);
    const id = await client.subscribe("accountSubscribe", owner.publicKey.toBase58(), { commitment: "processed" });
    const all = transfer(owner.publicKey, world.payer.publicKey, 4_995_000);
    const wire = signed([all], owner, await world.blockhash());
    await world.send(wire);
    await expect.poll(() => client.of(id).length, POLL_TIMEOUT).toBe(1);
    expect(field(client.of(id)[0], "value")).toMatchObject({ lamports: 0, data: "", space: 0 });
  });

  it("has a node's error text in place of data that is too long for base58, and the chain continues", async () => {
    const client = await world.connect();
    const account = Keypair.generate();
    const subscribe = (encoding: string) =>
      client.subscribe("accountSubscribe", account.publicKey.toBase58(), { commitment: "confirmed", encoding });
    const [plain, base58] = [await subscribe("binary"), await subscribe("base58")];
    const create = SystemProgram.createAccount({
      fromPubkey: world.payer.publicKey,
      newAccountPubkey: account.publicKey,
      lamports: 10_000_000,
      space: 200,
      programId: anyAddress(),
    });
    const wire = signed([create], world.payer, await world.blockhash(), [account]);
    await world.send(wire);
    await expect.poll(() => client.of(base58).length, POLL_TIMEOUT).toBe(1);
    const words = "error: data too large for bs58 encoding";
    expect(field(client.of(plain)[0], "value")).toMatchObject({ data: words, space: 200 });
    expect(field(client.of(base58)[0], "value", "data")).toEqual([words, "base58"]);
  });

  it("is notified of the clock in every slot", async () => {
    const client = await world.connect();
    const clock = "SysvarC1ock11111111111111111111111111111111";
    const config = { commitment: "confirmed", encoding: "jsonParsed" };
    const id = await client.subscribe("accountSubscribe", clock, config);
    await expect.poll(() => client.of(id).length, POLL_TIMEOUT).toBeGreaterThan(2);
    for (const result of client.of(id)) {
      expect(field(result, "value", "data", "parsed", "info", "slot")).toBe(field(result, "context", "slot"));
    }
  });
});

describe("a program subscription", () => {
  it("notifies of the accounts that match its filters", async () => {
    const client = await world.connect();
    const system = SystemProgram.programId.toBase58();
    const config = { commitment: "confirmed", encoding: "base64" };
    const none = await client.subscribe("programSubscribe", system, { ...config, filters: [{ dataSize: 7 }] });
    const all = await client.subscribe("programSubscribe", system, { ...config, filters: [{ dataSize: 0 }] });
    const to = anyAddress();
    await world.pay(to, 4_000_000);
    const found = () => client.of(all).find((result) => field(result, "value", "pubkey") === to.toBase58());
    await expect.poll(() => field(found(), "value", "account", "lamports"), POLL_TIMEOUT).toBe(4_000_000);
    expect(client.of(none)).toEqual([]);
  });
});

describe("a logs subscription", () => {
  it("notifies of every transaction, or of those that name an address", async () => {
    const client = await world.connect();
    const [to, other] = [anyAddress(), anyAddress()];
    const mentions = (address: typeof to) => ({ mentions: [address.toBase58()] });
    const all = await client.subscribe("logsSubscribe", "all", { commitment: "processed" });
    const named = await Promise.all(
      LEVELS.map((commitment) => client.subscribe("logsSubscribe", mentions(to), { commitment })),
    );
    const [first, second] = [await world.pay(other), await world.pay(to)];
    await expect.poll(() => client.of(named[2] ?? -1).length, POLL_TIMEOUT).toBe(1);
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
    const wire = await world.transferTo(anyAddress());
    const { signature } = Transaction.from(Buffer.from(wire, "base64"));
    return { wire, signature: encodeBase58(signature ?? Buffer.alloc(0)) };
  };

  it("notifies once for each commitment and ends, and reports the receipt on request", async () => {
    const client = await world.connect();
    const { wire, signature } = await unsent();
    const plain = await client.subscribe("signatureSubscribe", signature, { commitment: "finalized" });
    const received = await client.subscribe("signatureSubscribe", signature, {
      commitment: "confirmed",
      enableReceivedNotification: true,
    });
    await world.send(wire);
    await expect.poll(() => client.of(plain).length, POLL_TIMEOUT).toBe(1);
    expect(client.of(plain).map((result) => field(result, "value"))).toEqual([{ err: null }]);
    expect(client.of(received).map((result) => field(result, "value"))).toEqual(["receivedSignature", { err: null }]);
    const over = await client.ask("signatureUnsubscribe", plain);
    expect(field(over, "error")).toEqual({ code: -32602, message: "Invalid subscription id." });
  });

  it("also notifies of an earlier transaction, after the answer", async () => {
    const client = await world.connect();
    const signature = await world.pay(anyAddress());
    const id = await client.subscribe("signatureSubscribe", signature, { commitment: "processed" });
    await expect.poll(() => client.of(id).length, POLL_TIMEOUT).toBe(1);
  });
});
