import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from "node:crypto";
import {
  ComputeBudgetProgram,
  Ed25519Program,
  Keypair,
  PublicKey,
  Secp256k1Program,
  SYSVAR_CLOCK_PUBKEY,
  type TransactionInstruction,
} from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { anyAddress, client, field, signed, signedV0, transfer } from "../support.ts";

const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const SYSTEM = PublicKey.default;

describe("a transaction's limits", () => {
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

  const run = (...instructions: TransactionInstruction[]) =>
    call.outcome(signed(instructions, payer, call.blockhash()));
  const memo = (text: string, keys: TransactionInstruction["keys"] = []): TransactionInstruction => ({
    programId: MEMO,
    keys,
    data: Buffer.from(text),
  });
  const pay = () => transfer(payer.publicKey, anyAddress(), 1_000_000);

  describe("accounts", () => {
    it("are never listed twice", () => {
      const twice = Buffer.from(signed([pay()], payer, call.blockhash()), "base64");
      // The message's third key (the system program) is made equal to the second.
      const keysAt = 1 + 64 + 3 + 1;
      twice.copy(twice, keysAt + 32, keysAt, keysAt + 32);
      const wire = twice.toString("base64");
      expect(field(call.simulate(wire), "err")).toBe("AccountLoadedTwice");
      expect(call.outcome(wire)).toBe("no trace");
    });

    it("that do not exist stop a transfer before it starts", () => {
      const poor = Keypair.generate();
      const wire = signed([transfer(poor.publicKey, anyAddress(), 1)], poor, call.blockhash());
      expect(field(call.simulate(wire), "err")).toBe("AccountNotFound");
      expect(call.outcome(wire)).toBe("no trace");
    });

    it("below the rent-exempt minimum may be kept, emptied or used up, but not created", () => {
      const [poor, rich] = [Keypair.generate(), Keypair.generate()];
      expect(run(transfer(payer.publicKey, poor.publicKey, 890_879))).toEqual({
        InsufficientFundsForRent: { account_index: 1 },
      });
      expect(run(transfer(payer.publicKey, rich.publicKey, 890_880 + 5_000))).toBeNull();
      const wire = (lamports: number) =>
        signed([transfer(rich.publicKey, payer.publicKey, lamports)], rich, call.blockhash());
      expect(call.outcome(wire(1))).toEqual({ InsufficientFundsForRent: { account_index: 0 } });
      expect(call.balance(rich.publicKey)).toBe(890_880);
      expect(call.outcome(wire(890_880 - 5_000))).toBe("no trace");
      expect(call.balance(rich.publicKey)).toBe(890_880);
    });
  });

  describe("fees", () => {
    const fee = 5_000;

    it("are charged when a program does not exist or is not executable, and nothing else happens", () => {
      const before = call.balance(payer.publicKey);
      const to = anyAddress();
      const first = transfer(payer.publicKey, to, 1_000_000);
      expect(run(first, { programId: anyAddress(), keys: [], data: Buffer.alloc(0) })).toBe("ProgramAccountNotFound");
      expect(call.balance(payer.publicKey)).toBe(before - fee);
      const wallet = Keypair.generate();
      call.airdrop(wallet.publicKey);
      expect(run(first, { programId: wallet.publicKey, keys: [], data: Buffer.alloc(0) })).toBe(
        "InvalidProgramForExecution",
      );
      expect(call.balance(payer.publicKey)).toBe(before - 2 * fee);
      expect(call.balance(to)).toBe(0);
    });

    it("are charged when the accounts are larger than the transaction allows", () => {
      const before = call.balance(payer.publicKey);
      const limit = { programId: ComputeBudgetProgram.programId, keys: [], data: Buffer.from([4, 100, 0, 0, 0]) };
      expect(run(limit, pay())).toBe("MaxLoadedAccountsDataSizeExceeded");
      expect(call.balance(payer.publicKey)).toBe(before - fee);
    });

    it("are not charged to an account with too little SOL, nor to one that is not a wallet", () => {
      const poor = Keypair.generate();
      call.airdrop(poor.publicKey, 890_880);
      const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1e13 });
      const wire = signed([price, memo("a")], poor, call.blockhash());
      expect(field(call.simulate(wire), "err")).toBe("InsufficientFundsForFee");
      expect(call.outcome(wire)).toBe("no trace");
      const small = signed([memo("b")], poor, call.blockhash());
      expect(field(call.simulate(small), "err")).toEqual({ InsufficientFundsForRent: { account_index: 0 } });
      expect(call.balance(poor.publicKey)).toBe(890_880);
    });

    it("follow the signatures that precompiles check, the unit price and the unit limit", () => {
      const pair = Keypair.generate();
      const proof = Ed25519Program.createInstructionWithPrivateKey({
        privateKey: pair.secretKey,
        message: Buffer.from("signed"),
      });
      const cost = (...instructions: TransactionInstruction[]) => {
        const before = call.balance(payer.publicKey);
        expect(run(...instructions)).toBeNull();
        return before - call.balance(payer.publicKey);
      };
      expect(cost(proof, memo("c"))).toBe(2 * fee);
      const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2_000_000 });
      const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 50_001 });
      expect(cost(price, limit, memo("d"))).toBe(fee + 100_002);
      expect(cost(price, memo("e"))).toBe(fee + 2 * (200_000 + 3_000));
    });
  });

  describe("compute", () => {
    it("stops at its limit", () => {
      const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 300 });
      expect(run(limit, memo("x".repeat(400)))).toEqual({ InstructionError: [1, "ComputationalBudgetExceeded"] });
    });

    it("refuses a repeated or invalid budget, without a fee", () => {
      const before = call.balance(payer.publicKey);
      const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 300_000 });
      const raw = (...bytes: number[]) => ({
        programId: ComputeBudgetProgram.programId,
        keys: [],
        data: Buffer.from(bytes),
      });
      const error = (...instructions: TransactionInstruction[]) =>
        field(call.simulate(signed(instructions, payer, call.blockhash())), "err");
      expect(error(limit, limit)).toEqual({ DuplicateInstruction: 1 });
      expect(error(raw(9))).toEqual({ InstructionError: [0, "InvalidInstructionData"] });
      expect(error(pay(), raw(1, 1, 0, 0, 0))).toEqual({ InstructionError: [1, "InvalidInstructionData"] });
      expect(error(raw(4, 0, 0, 0, 0))).toBe("InvalidLoadedAccountsDataSizeLimit");
      expect(run(limit, limit)).toBe("no trace");
      expect(call.balance(payer.publicKey)).toBe(before);
    });

    it("gives a heap of up to 256 KiB in whole KiB", () => {
      expect(run(ComputeBudgetProgram.requestHeapFrame({ bytes: 256 * 1024 }), memo("f"))).toBeNull();
      const error = (bytes: number) =>
        field(
          call.simulate(signed([ComputeBudgetProgram.requestHeapFrame({ bytes }), memo("g")], payer, call.blockhash())),
          "err",
        );
      expect(error(256 * 1024 + 1024)).toEqual({ InstructionError: [0, "InvalidInstructionData"] });
      expect(error(32 * 1024 + 1)).toEqual({ InstructionError: [0, "InvalidInstructionData"] });
    });
  });

  it("truncates logs at 10,000 bytes and says so", () => {
    const calls = Array.from({ length: 60 }, () => memo("é"));
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 });
    const signature = call.send(signed([limit, ...calls], payer, call.blockhash()), { skipPreflight: true });
    chain.warp({ slots: 32 });
    const logs = call.logs(signature);
    const logged = logs.filter((line) => line !== "Log truncated");
    expect(logged).toHaveLength(logs.length - 1);
    const bytes = logged.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    expect(bytes).toBeLessThanOrEqual(10_000);
    expect(bytes).toBeGreaterThan(9_000);
  });

  it("treats programs and sysvars that are listed as writable as read-only", () => {
    const keys = [MEMO, SYSTEM, SYSVAR_CLOCK_PUBKEY].map((pubkey) => ({ pubkey, isSigner: false, isWritable: true }));
    const wire = signed([transfer(payer.publicKey, payer.publicKey, 1), memo("h", keys)], payer, call.blockhash());
    const sent = call.send(wire, { skipPreflight: true });
    chain.warp({ slots: 32 });
    const found = chain.request("getTransaction", sent, { encoding: "jsonParsed", maxSupportedTransactionVersion: 0 });
    const accounts = field(found, "transaction", "message", "accountKeys");
    const writable = Array.isArray(accounts) ? accounts.filter((key) => field(key, "writable") === true) : [];
    expect(writable.map((key) => field(key, "pubkey"))).toEqual([payer.publicKey.toBase58()]);
  });

  it("refuses lamports to a program that is called in the same transaction", () => {
    const before = call.balance(MEMO);
    expect(run(transfer(payer.publicKey, MEMO, 5), memo("i"))).toMatchObject({
      InstructionError: [0, expect.anything()],
    });
    expect(call.balance(MEMO)).toBe(before);
  });

  describe("precompiles", () => {
    it("check ed25519 signatures", () => {
      const pair = Keypair.generate();
      const message = Buffer.from("said");
      const good = Ed25519Program.createInstructionWithPrivateKey({ privateKey: pair.secretKey, message });
      expect(run(good, memo("j"))).toBeNull();
      const bad = { ...good, data: Buffer.from(good.data) };
      flipLast(bad.data);
      expect(run(bad, memo("k"))).toEqual({ InstructionError: [0, { Custom: 2 }] });
    });

    it("check secp256k1 signatures", () => {
      const privateKey = Buffer.alloc(32, 7);
      const good = Secp256k1Program.createInstructionWithPrivateKey({ privateKey, message: Buffer.from("said") });
      expect(run(good, memo("l"))).toBeNull();
      const bad = { ...good, data: Buffer.from(good.data) };
      flipLast(bad.data);
      expect(run(bad, memo("m"))).toEqual({ InstructionError: [0, { Custom: 2 }] });
    });

    it("check secp256r1 signatures", () => {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const message = Buffer.from("said");
      const good = secp256r1(publicKey.export({ format: "jwk" }), lowS(privateKey, message), message);
      expect(run(good, memo("n"))).toBeNull();
      const bad = { ...good, data: Buffer.from(good.data) };
      flipLast(bad.data);
      expect(run(bad, memo("o"))).toEqual({ InstructionError: [0, { Custom: 2 }] });
    });
  });

  it("accept version 0 without tables as well", () => {
    expect(call.outcome(signedV0([pay()], payer, call.blockhash()))).toBeNull();
  });
});

const P256_ORDER = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");

/** A signature whose second half is the smaller of the two possible ones, as the precompile demands. */
function lowS(key: KeyObject, message: Buffer): Buffer {
  const signature = sign("sha256", message, { key, dsaEncoding: "ieee-p1363" });
  const s = BigInt(`0x${signature.subarray(32).toString("hex")}`);
  const low = s > P256_ORDER / 2n ? P256_ORDER - s : s;
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(low.toString(16).padStart(64, "0"), "hex")]);
}

/** The precompile's instruction: a header of offsets, the compressed key, the signature, the message. */
function secp256r1(key: JsonWebKey, signature: Buffer, message: Buffer): TransactionInstruction {
  const [x, y] = [Buffer.from(key.x ?? "", "base64url"), Buffer.from(key.y ?? "", "base64url")];
  const compressed = Buffer.concat([Buffer.from([2 + ((y.at(-1) ?? 0) & 1)]), x]);
  const header = Buffer.alloc(16);
  header.writeUInt8(1, 0);
  const [keyAt, signatureAt, messageAt] = [16, 16 + 33, 16 + 33 + 64];
  [signatureAt, 0xffff, keyAt, 0xffff, messageAt, message.length, 0xffff].forEach((value, index) => {
    header.writeUInt16LE(value, 2 + index * 2);
  });
  return {
    programId: new PublicKey("Secp256r1SigVerify1111111111111111111111111"),
    keys: [],
    data: Buffer.concat([header, compressed, signature, message]),
  };
}

function flipLast(bytes: Buffer): void {
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
}
