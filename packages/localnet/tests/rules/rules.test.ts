import { ComputeBudgetProgram, Keypair } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { anyAddress, client, field, signed, temporaryFolder, transfer } from "../support.ts";

const START = 1_700_000_000;

describe("a chain follows a node's rules", () => {
  let chain: LocalChain;
  let call: ReturnType<typeof client>;
  let payer: Keypair;

  beforeEach(() => {
    chain = createChain();
    call = client(chain);
    payer = Keypair.generate();
    call.airdrop(payer.publicKey);
  });

  afterEach(() => chain.close());

  const send = (lamports: number, config: Record<string, unknown> = {}) =>
    call.send(signed([transfer(payer.publicKey, anyAddress(), lamports)], payer, call.blockhash()), config);

  it("refuses a repeated transaction even after many others", () => {
    const to = anyAddress();
    const wire = signed([transfer(payer.publicKey, to, 1_000_000)], payer, call.blockhash());
    call.send(wire);
    for (let i = 0; i < 40; i++) send(1_000_000 + i);
    expect(() => call.send(wire)).toThrow("This transaction has already been processed");
    call.send(wire, { skipPreflight: true });
    expect(call.balance(to)).toBe(1_000_000);
  });

  it("refuses a repeated failed transaction, too", () => {
    const wire = signed([transfer(payer.publicKey, anyAddress(), 1e15)], payer, call.blockhash());
    call.send(wire, { skipPreflight: true });
    const after = call.balance(payer.publicKey);
    call.send(wire, { skipPreflight: true });
    expect(call.balance(payer.publicKey)).toBe(after);
  });

  it("accepts a blockhash for 150 slots and not for one more", () => {
    const old = call.blockhash();
    const wire = (lamports: number) => signed([transfer(payer.publicKey, anyAddress(), lamports)], payer, old);
    for (let i = 0; i < 150; i++) chain.tick();
    expect(field(chain.request("isBlockhashValid", old, { commitment: "processed" }), "value")).toBe(true);
    expect(call.outcome(wire(1_000_000))).toBeNull();
    chain.tick();
    expect(call.outcome(wire(1_000_001))).toBe("no trace");
    expect(() => call.send(wire(1_000_001))).toThrow("Blockhash not found");
    expect(field(chain.request("isBlockhashValid", old, { commitment: "processed" }), "value")).toBe(false);
  });

  it("simulates with a blockhash of up to 144 slots, as a node does, which leaves time for the way to the leader", () => {
    const old = call.blockhash();
    const wire = signed([transfer(payer.publicKey, anyAddress(), 1_000_000)], payer, old);
    for (let i = 0; i < 144; i++) chain.tick();
    expect(field(call.simulate(wire), "err")).toBeNull();
    chain.tick();
    expect(field(call.simulate(wire), "err")).toBe("BlockhashNotFound");
    expect(() => call.send(wire)).toThrow("Blockhash not found");
    expect(call.outcome(wire)).toBeNull();
  });

  it("refuses more than 1,232 bytes", () => {
    expect(() => call.send(Buffer.alloc(1233).toString("base64"))).toThrow("too large: 1233 bytes (max: 1232 bytes)");
    expect(() => call.send(Buffer.alloc(1240).toString("base64"))).toThrow("too large: 1656 bytes");
  });

  it("refuses a wrong signature, and drops it silently when preflight is skipped", () => {
    const bytes = Buffer.from(signed([transfer(payer.publicKey, anyAddress(), 5)], payer, call.blockhash()), "base64");
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    const wire = bytes.toString("base64");
    expect(() => call.send(wire)).toThrow(
      expect.objectContaining({ code: -32002, data: expect.objectContaining({ err: "SignatureFailure" }) }),
    );
    expect(call.status(call.send(wire, { skipPreflight: true }))).toBeNull();
    expect(field(call.simulate(wire, { sigVerify: true }), "err")).toBe("SignatureFailure");
    // 5 lamports leave the recipient below the rent: the simulation ran.
    expect(field(call.simulate(wire), "err")).toEqual({ InsufficientFundsForRent: { account_index: 1 } });
  });

  it("answers a failing preflight with error, logs and units", () => {
    const failing = () => send(1e15);
    expect(failing).toThrow("Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1");
    const data = { err: { InstructionError: [0, { Custom: 1 }] }, unitsConsumed: 150 };
    expect(failing).toThrow(expect.objectContaining({ code: -32002, data: expect.objectContaining(data) }));
  });

  it("records a failed transaction and charges its fee", () => {
    const before = call.balance(payer.publicKey);
    const signature = send(1e15, { skipPreflight: true });
    expect(call.balance(payer.publicKey)).toBe(before - 5000);
    chain.warp({ slots: 40 });
    const found = chain.request("getTransaction", signature);
    expect(found).toMatchObject({ meta: { err: { InstructionError: [0, { Custom: 1 }] }, fee: 5000 } });
    expect(field(found, "meta", "preBalances", 0)).toBe(before);
    expect(field(found, "meta", "postBalances", 0)).toBe(before - 5000);
    expect(field(found, "meta", "logMessages")).toHaveLength(3);
  });

  it("shows a transaction as confirmed one slot later and finalized 32 slots later", () => {
    const to = anyAddress();
    const signature = call.send(signed([transfer(payer.publicKey, to, 1_000_000)], payer, call.blockhash()));
    expect(call.status(signature)).toMatchObject({ confirmationStatus: "processed", confirmations: 0 });
    expect([call.balance(to), call.balance(to, "confirmed")]).toEqual([1_000_000, 0]);
    chain.tick();
    expect(call.status(signature)).toMatchObject({ confirmationStatus: "confirmed", confirmations: 1 });
    expect([call.balance(to, "confirmed"), call.balance(to, "finalized")]).toEqual([1_000_000, 0]);
    for (let i = 0; i < 30; i++) chain.tick();
    expect(call.balance(to, "finalized")).toBe(0);
    chain.tick();
    expect(call.status(signature)).toMatchObject({ confirmationStatus: "finalized", confirmations: null });
    expect(call.balance(to, "finalized")).toBe(1_000_000);
  });

  it("lists signatures of an address in pages, newest first", () => {
    const to = anyAddress();
    const sent = [1, 2, 3, 4, 5].map((i) =>
      call.send(signed([transfer(payer.publicKey, to, 1_000_000 + i)], payer, call.blockhash())),
    );
    chain.tick();
    const list = (config: Record<string, unknown>) => {
      const found = chain.request("getSignaturesForAddress", to.toBase58(), { commitment: "confirmed", ...config });
      return Array.isArray(found) ? found.map((entry) => field(entry, "signature")) : [];
    };
    expect(list({})).toEqual([...sent].reverse());
    expect(list({ limit: 2, before: sent[3] })).toEqual([sent[2], sent[1]]);
    expect(list({ until: sent[2] })).toEqual([sent[4], sent[3]]);
  });

  it("charges the transaction's priority fee", () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_001 });
    const to = anyAddress();
    const before = call.balance(payer.publicKey);
    const signature = call.send(signed([price, transfer(payer.publicKey, to, 1_000_000)], payer, call.blockhash()));
    chain.warp({ slots: 40 });
    const fee = Number(field(chain.request("getTransaction", signature), "meta", "fee"));
    expect(before - call.balance(payer.publicKey)).toBe(1_000_000 + fee);
    expect(fee).toBe(5000 + 6001);
  });
});

describe("a chain that begins in the past", () => {
  it("warps by seconds with slots and blocks in step, and then follows the machine's clock", async () => {
    const folder = temporaryFolder();
    let chain = createChain({ ledger: folder.path, startTimeSeconds: START });
    const unix = () => Number(field(chain.request("tribeWarp", { slots: 1 }), "unixTime"));
    expect(unix() - START).toBeLessThan(10);
    const slot = Number(chain.request("getSlot", { commitment: "processed" }));
    chain.warp({ seconds: 3600 });
    expect(Number(chain.request("getSlot", { commitment: "processed" })) - slot).toBe(9000);
    const warped = unix();
    expect(warped - START - 3600).toBeLessThan(10);
    await chain.close();
    chain = createChain({ ledger: folder.path });
    expect(unix()).toBeGreaterThanOrEqual(warped);
    chain.request("tribeWarp", { toPresent: true });
    expect(Math.abs(unix() - Date.now() / 1000)).toBeLessThan(10);
    expect(() => chain.request("tribeWarp", { unixTime: START })).toThrow("never goes back");
    await chain.close();
    folder.remove();
  });

  it("begins a slot at another time without expiring pending signatures, and stays there after a restart", async () => {
    const folder = temporaryFolder();
    let chain = createChain({ ledger: folder.path, startTimeSeconds: START });
    const call = client(chain);
    const payer = Keypair.generate();
    call.airdrop(payer.publicKey);
    const slot = () => Number(chain.request("getSlot", { commitment: "processed" }));
    const isAt = (time: number) => {
      const unix = Number(chain.request("getBlockTime", slot()));
      expect([unix >= time, unix - time < 10]).toEqual([true, true]);
    };
    const before = slot();
    const wires = [1, 2].map((at) =>
      signed([transfer(payer.publicKey, anyAddress(), 1_000_000 * at)], payer, call.blockhash()),
    );
    chain.request("tribeWarp", { unixTime: START + 86_400 });
    expect(slot()).toBe(before + 1);
    isAt(START + 86_400);
    expect(wires[0] && call.outcome(wires[0])).toBeNull();
    await chain.close();
    chain = createChain({ ledger: folder.path });
    isAt(START + 86_400);
    // Read first: a second may end between the two.
    const present = Math.floor(Date.now() / 1000);
    chain.request("tribeWarp", { toPresent: true });
    isAt(present);
    const now = client(chain);
    expect(wires[1] && now.outcome(wires[1])).toBeNull();
    // A slot without a transaction has its own time, not one interpolated between the transactions around it.
    chain.tick();
    const empty = slot();
    chain.tick();
    now.airdrop(payer.publicKey);
    expect(Number(chain.request("getBlockTime", empty))).toBeGreaterThan(Math.floor(Date.now() / 1000) - 10);
    await chain.close();
    folder.remove();
  });
});
