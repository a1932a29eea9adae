import { createTransferInstruction, TOKEN_2022_PROGRAM_ID } from "@solana/spl-token";
import {
  ComputeBudgetProgram,
  Keypair,
  Message,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyAddress, client, field, signed, transfer } from "../support.ts";
import { type RpcWorld, rpcWorld } from "./world.ts";

let world: RpcWorld;
let call: ReturnType<typeof client>;

beforeAll(() => {
  world = rpcWorld();
  call = client(world.chain);
});

afterAll(async () => {
  await world.chain.close();
});

const simulate = (wire: string, config: Record<string, unknown> = {}) =>
  world.chain.request("simulateTransaction", wire, { encoding: "base64", commitment: "processed", ...config });
const broken = (wire: string) => {
  const bytes = Buffer.from(wire, "base64");
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  return bytes.toString("base64");
};

/** By SIMD-186: 64 bytes and the data of each account that there is. */
const loaded = (...keys: PublicKey[]) =>
  keys.reduce((size, key) => size + 64 + (call.account(key)?.data.length ?? 0), 0);

describe("simulateTransaction", () => {
  it("answers with the fields of Agave 3.1", () => {
    const to = anyAddress();
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 });
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 });
    const move = transfer(world.payer.publicKey, to, 1_000_000);
    const before = call.balance(world.payer.publicKey);
    const wire = signed([price, limit, move], world.payer, call.blockhash());
    expect(simulate(wire)).toEqual({
      context: { apiVersion: "3.1.10", slot: call.slot() },
      value: {
        accounts: null,
        err: null,
        fee: 6_000,
        innerInstructions: null,
        loadedAccountsDataSize: loaded(world.payer.publicKey, SystemProgram.programId, ComputeBudgetProgram.programId),
        loadedAddresses: { readonly: [], writable: [] },
        logs: expect.arrayContaining(["Program 11111111111111111111111111111111 success"]),
        postBalances: [before - 1_006_000, 1_000_000, 1, 1],
        postTokenBalances: [],
        preBalances: [before, 0, 1, 1],
        preTokenBalances: [],
        replacementBlockhash: null,
        returnData: null,
        unitsConsumed: 450,
      },
    });
    expect(call.balance(to)).toBe(0);
  });

  it("shows balances of tokens before and after, and of the payer alone when it fails", () => {
    const { payer, holder, mint } = world;
    const second = field(world.chain.request("getTokenLargestAccounts", mint.toBase58()), "value", 1, "address");
    const move = (amount: number) => {
      const to = new PublicKey(String(second));
      const instruction = createTransferInstruction(holder, to, payer.publicKey, amount, [], TOKEN_2022_PROGRAM_ID);
      return field(simulate(signed([instruction], payer, call.blockhash())), "value");
    };
    const amounts = (value: unknown) =>
      (value as { uiTokenAmount: { amount: string } }[]).map(({ uiTokenAmount }) => Number(uiTokenAmount.amount)); // by contract
    const good = move(100);
    expect(amounts(field(good, "preTokenBalances")).sort()).toEqual([1_000_000, 500_000].sort());
    expect(amounts(field(good, "postTokenBalances")).sort()).toEqual([500_100, 999_900].sort());
    const bad = move(2_000_000);
    expect(field(bad, "err")).toEqual({ InstructionError: [0, { Custom: 1 }] });
    expect(field(bad, "postTokenBalances")).toEqual(field(bad, "preTokenBalances"));
    expect(field(bad, "postBalances", 0)).toBe(Number(field(bad, "preBalances", 0)) - 5000);
  });

  it("shows unchanged balances, and no fee, for a transaction that would not be processed", () => {
    const poor = Keypair.generate();
    const to = anyAddress();
    const wire = (blockhash: string) => signed([transfer(poor.publicKey, to, 1_000_000)], poor, blockhash);
    const untouched = { fee: null, logs: [], preBalances: [0, 0, 1], postBalances: [0, 0, 1], unitsConsumed: 0 };
    expect(simulate(wire(call.blockhash()))).toMatchObject({ value: { err: "AccountNotFound", ...untouched } });
    expect(simulate(wire("1".repeat(32)))).toMatchObject({ value: { err: "BlockhashNotFound", ...untouched } });
  });

  it("charges the fee of a transaction whose program does not exist", () => {
    const missing = new TransactionInstruction({ programId: anyAddress(), keys: [], data: Buffer.alloc(0) });
    const before = call.balance(world.payer.publicKey);
    expect(simulate(signed([missing], world.payer, call.blockhash()))).toMatchObject({
      value: { err: "ProgramAccountNotFound", fee: 5000, postBalances: [before - 5000, 0] },
    });
  });

  it("shows all logs, of which a record keeps the first 10,000 bytes", () => {
    const memo = new TransactionInstruction({
      programId: new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
      keys: [],
      data: Buffer.from("é"),
    });
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 });
    const wire = signed([limit, ...Array.from({ length: 60 }, () => memo)], world.payer, call.blockhash());
    const logs = () => field(simulate(wire), "value", "logs") as string[]; // by the method's contract
    const before = logs();
    expect(before).not.toContain("Log truncated");
    expect(before.filter((line) => line.endsWith("success"))).toHaveLength(61);
    const sent = call.send(wire, { skipPreflight: true });
    world.chain.tick();
    const found = world.chain.request("getTransaction", sent, { commitment: "confirmed" });
    expect(field(found, "meta", "logMessages")).toContain("Log truncated");
  });

  it("verifies signatures on request, and returns an invalid one as the outcome", () => {
    const wire = broken(world.transferWire());
    expect(simulate(wire, { sigVerify: true })).toMatchObject({
      value: { err: "SignatureFailure", fee: null, logs: [], unitsConsumed: 0, preBalances: null },
    });
    expect(simulate(wire)).toMatchObject({ value: { err: null } });
  });

  it("replaces the blockhash and returns the new one, but not together with signature checks", () => {
    const wire = signed([transfer(world.payer.publicKey, anyAddress(), 1_000_000)], world.payer, "1".repeat(32));
    expect(simulate(wire)).toMatchObject({
      value: { err: "BlockhashNotFound", replacementBlockhash: null, fee: null },
    });
    const latest = field(world.chain.request("getLatestBlockhash", { commitment: "processed" }), "value");
    expect(simulate(wire, { replaceRecentBlockhash: true })).toMatchObject({
      value: { err: null, replacementBlockhash: latest },
    });
    expect(() => simulate(wire, { replaceRecentBlockhash: true, sigVerify: true })).toThrow(
      "sigVerify may not be used with replaceRecentBlockhash",
    );
  });

  it("returns requested accounts as they would be, null for each when it fails", () => {
    const to = anyAddress();
    const addresses = [to.toBase58(), anyAddress().toBase58()];
    const wire = (lamports: number) =>
      signed([transfer(world.payer.publicKey, to, lamports)], world.payer, call.blockhash());
    const wanted = (lamports: number, accounts: Record<string, unknown>) =>
      field(simulate(wire(lamports), { accounts }), "value", "accounts");
    expect(wanted(1_000_000, { addresses })).toMatchObject([{ lamports: 1_000_000, data: ["", "base64"] }, null]);
    expect(wanted(1e15, { addresses })).toEqual([null, null]);
    expect(() => wanted(1_000_000, { addresses, encoding: "base58" })).toThrow("base58 encoding not supported");
    const many = Array.from({ length: 4 }, () => to.toBase58());
    expect(() => wanted(1_000_000, { addresses: many })).toThrow("Too many accounts provided; max 3");
  });

  it("shows inner instructions only on request", () => {
    const wire = world.transferWire();
    expect(simulate(wire, { innerInstructions: true })).toMatchObject({ value: { innerInstructions: [] } });
    expect(simulate(wire)).toMatchObject({ value: { innerInstructions: null } });
    const old = signed([transfer(world.payer.publicKey, anyAddress(), 1_000_000)], world.payer, "1".repeat(32));
    expect(simulate(old, { innerInstructions: true })).toMatchObject({ value: { innerInstructions: null } });
  });

  it("refuses missing lookup tables before anything runs", () => {
    const bytes = Buffer.from(signedWithTable(), "base64");
    expect(() => simulate(bytes.toString("base64"))).toThrow(
      "invalid transaction: Transaction loads an address table account that doesn't exist",
    );
    expect(() => call.send(bytes.toString("base64"), { skipPreflight: true })).toThrow(
      expect.objectContaining({ code: -32602 }),
    );
  });
});

/** A version 0 transaction that names a lookup table which is not there. */
function signedWithTable(): string {
  const legacy = Buffer.from(world.transferWire(), "base64");
  const table = Buffer.concat([Buffer.from([1]), anyAddress().toBuffer(), Buffer.from([1, 0, 0])]);
  return Buffer.concat([legacy.subarray(0, 65), Buffer.from([0x80]), legacy.subarray(65), table]).toString("base64");
}

describe("sendTransaction", () => {
  it("accepts base58 by default and by its old name, and base64", () => {
    const base58 = (wire: string) => {
      const found = world.chain.request("simulateTransaction", wire, { encoding: "base64", commitment: "processed" });
      expect(field(found, "value", "err")).toBeNull();
      return encodeBase58(Buffer.from(wire, "base64"));
    };
    const options = { preflightCommitment: "processed", maxRetries: 5 };
    const wires = [world.transferWire(), world.transferWire(), world.transferWire()];
    const [first = "", second = "", third = ""] = wires;
    world.chain.request("sendTransaction", base58(first), options);
    world.chain.request("sendTransaction", base58(second), { ...options, encoding: "binary" });
    const signature = world.chain.request("sendTransaction", third, { ...options, encoding: "base64" });
    expect(call.status(String(signature))).toMatchObject({ err: null, confirmationStatus: "processed" });
  });

  it("refuses a transaction that would fail, with the full simulation", () => {
    const wire = signed([transfer(world.payer.publicKey, anyAddress(), 1e15)], world.payer, call.blockhash());
    expect(() => call.send(wire)).toThrow(
      expect.objectContaining({
        code: -32002,
        message: "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1",
        data: {
          accounts: null,
          err: { InstructionError: [0, { Custom: 1 }] },
          fee: 5000,
          innerInstructions: null,
          loadedAccountsDataSize: loaded(world.payer.publicKey, SystemProgram.programId),
          loadedAddresses: null,
          logs: expect.arrayContaining(["Program 11111111111111111111111111111111 failed: custom program error: 0x1"]),
          postBalances: null,
          postTokenBalances: null,
          preBalances: null,
          preTokenBalances: null,
          replacementBlockhash: null,
          returnData: null,
          unitsConsumed: 150,
        },
      }),
    );
  });

  it("runs the preflight at the requested commitment", () => {
    const poor = Keypair.generate();
    call.airdrop(poor.publicKey, 1_000_000_000);
    const wire = signed([transfer(poor.publicKey, anyAddress(), 1_000_000)], poor, call.blockhash("finalized"));
    const send = (config: Record<string, unknown>) =>
      world.chain.request("sendTransaction", wire, { encoding: "base64", ...config });
    expect(() => send({})).toThrow("Attempt to debit an account but found no record of a prior credit.");
    expect(() => send({ preflightCommitment: "confirmed" })).toThrow(expect.objectContaining({ code: -32002 }));
    expect(send({ preflightCommitment: "processed" })).toEqual(expect.any(String));
  });

  it("does not wait for a slot that does not exist", () => {
    const minContextSlot = call.slot() + 5;
    expect(() => call.send(world.transferWire(), { minContextSlot })).toThrow(
      expect.objectContaining({ code: -32016, data: { contextSlot: call.slot() } }),
    );
    expect(() => call.send(world.transferWire(), { minContextSlot, skipPreflight: true })).toThrow(
      expect.objectContaining({ code: -32016 }),
    );
  });
});

describe("getFeeForMessage", () => {
  const feeOf = (instructions: TransactionInstruction[], blockhash: string) => {
    const wire = Buffer.from(signed(instructions, world.payer, blockhash), "base64");
    const message = Message.from(wire.subarray(65)).serialize().toString("base64");
    return field(world.chain.request("getFeeForMessage", message, { commitment: "processed" }), "value");
  };

  it("prices a recent blockhash and a durable nonce, and nothing that has expired", () => {
    const move = transfer(world.payer.publicKey, anyAddress(), 1_000_000);
    expect(feeOf([move], call.blockhash())).toBe(5000);
    expect(feeOf([move], "1".repeat(32))).toBeNull();
    const value = call.account(world.nonce)?.data.subarray(40, 72) ?? Buffer.alloc(32);
    const advance = new TransactionInstruction({
      programId: SystemProgram.programId,
      keys: [
        { pubkey: world.nonce, isSigner: false, isWritable: true },
        { pubkey: new PublicKey("SysvarRecentB1ockHashes11111111111111111111"), isSigner: false, isWritable: false },
        { pubkey: world.payer.publicKey, isSigner: true, isWritable: false },
      ],
      data: Buffer.from([4, 0, 0, 0]),
    });
    expect(feeOf([advance, move], new PublicKey(value).toBase58())).toBe(5000);
  });

  it("also prices an executed message, as long as its blockhash is valid", () => {
    const move = transfer(world.payer.publicKey, anyAddress(), 1_000_000);
    const blockhash = call.blockhash();
    const signature = call.send(signed([move], world.payer, blockhash));
    expect(call.status(signature)).toMatchObject({ err: null });
    expect(feeOf([move], blockhash)).toBe(5000);
  });
});

describe("requestAirdrop", () => {
  it("with the caller's blockhash is one transaction however often it is requested", () => {
    const to = anyAddress();
    const config = { recentBlockhash: call.blockhash() };
    const signature = world.chain.request("requestAirdrop", to.toBase58(), 1_000_000_000, config);
    expect(call.status(String(signature))).toMatchObject({ err: null });
    expect(() => world.chain.request("requestAirdrop", to.toBase58(), 1_000_000_000, config)).toThrow(
      "already been processed",
    );
    expect(call.balance(to)).toBe(1_000_000_000);
  });
});

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function encodeBase58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (; value > 0n; value /= 58n) text = (ALPHABET[Number(value % 58n)] ?? "") + text;
  return text;
}
