import {
  createAssociatedTokenAccountIdempotentInstruction,
  createMintToInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
} from "@solana/spl-token";
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChain } from "../../src/index.ts";
import { anyAddress, client, field, signed, signedV0, transfer } from "../support.ts";
import { packed } from "./support.ts";

const CONFIRMED = { commitment: "confirmed" } as const;
const TOKEN = TOKEN_2022_PROGRAM_ID.toBase58();

const chain = createChain();
const calls = client(chain);
const payer = Keypair.generate();
const PAYER = payer.publicKey.toBase58();
const mint = Keypair.generate();
const holding = getAssociatedTokenAddressSync(mint.publicKey, payer.publicKey, true, TOKEN_2022_PROGRAM_ID);
const receiver = anyAddress();
const received = getAssociatedTokenAddressSync(mint.publicKey, receiver, true, TOKEN_2022_PROGRAM_ID);
const signatures = { opened: "", moved: "", versioned: "", sol: "", returning: "" };
let table: PublicKey;

const get = (signature: string, config: Record<string, unknown> = {}) =>
  chain.request("getTransaction", signature, { ...CONFIRMED, ...config });
const v0 = { maxSupportedTransactionVersion: 0 };

function succeed(wire: string): string {
  const signature = calls.send(wire);
  expect(field(calls.status(signature), "err")).toBeNull();
  chain.tick();
  return signature;
}

beforeAll(() => {
  calls.airdrop(payer.publicKey);
  const send = (...instructions: TransactionInstruction[]) =>
    succeed(
      signed(
        instructions,
        payer,
        calls.blockhash(),
        instructions[0]?.keys[1]?.pubkey.equals(mint.publicKey) ? [mint] : [],
      ),
    );
  const program = TOKEN_2022_PROGRAM_ID;
  send(
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: 1_461_600,
      space: 82,
      programId: program,
    }),
    new TransactionInstruction({
      programId: program,
      keys: [{ pubkey: mint.publicKey, isSigner: false, isWritable: true }],
      data: packed([20, 1], [2, 1], payer.publicKey, [0, 1]),
    }),
  );
  signatures.opened = send(
    createAssociatedTokenAccountIdempotentInstruction(
      payer.publicKey,
      holding,
      payer.publicKey,
      mint.publicKey,
      program,
    ),
    createMintToInstruction(mint.publicKey, holding, payer.publicKey, 1_000n, [], program),
  );
  signatures.moved = send(
    createAssociatedTokenAccountIdempotentInstruction(payer.publicKey, received, receiver, mint.publicKey, program),
    createTransferCheckedInstruction(holding, mint.publicKey, received, payer.publicKey, 250n, 2, [], program),
  );
  signatures.sol = send(transfer(payer.publicKey, holding, 5));
  signatures.returning = send(
    new TransactionInstruction({
      programId: program,
      keys: [{ pubkey: mint.publicKey, isSigner: false, isWritable: false }],
      data: packed([21, 1]),
    }),
  );
  const recentSlot = calls.slot() - 1;
  const authority = payer.publicKey;
  const [create, address] = AddressLookupTableProgram.createLookupTable({ authority, payer: authority, recentSlot });
  table = address;
  const extend = { lookupTable: table, authority, payer: authority, addresses: [receiver, SystemProgram.programId] };
  send(create, AddressLookupTableProgram.extendLookupTable(extend));
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: extend.addresses,
  };
  const tables = [new AddressLookupTableAccount({ key: table, state })];
  signatures.versioned = succeed(
    signedV0([transfer(authority, receiver, 1_000_000)], payer, calls.blockhash(), tables),
  );
});

afterAll(() => chain.close());

describe("a transaction", () => {
  it("shows inner calls like its own instructions, with their stack height", () => {
    const found = get(signatures.opened, { encoding: "jsonParsed" });
    const [group] = field(found, "meta", "innerInstructions") as [unknown]; // of the first instruction alone
    expect(field(found, "meta", "innerInstructions")).toHaveLength(1);
    expect(group).toMatchObject({
      index: 0,
      instructions: [
        { program: "spl-token", parsed: { type: "getAccountDataSize" }, stackHeight: 2 },
        { program: "system", parsed: { type: "createAccount", info: { owner: TOKEN } }, stackHeight: 2 },
        { program: "spl-token", parsed: { type: "initializeImmutableOwner" }, stackHeight: 2 },
        { program: "spl-token", parsed: { type: "initializeAccount3", info: { owner: PAYER } }, stackHeight: 2 },
      ],
    });
    expect(field(found, "transaction", "message", "instructions")).toMatchObject([
      { program: "spl-associated-token-account", parsed: { type: "createIdempotent" }, stackHeight: 1 },
      { program: "spl-token", parsed: { type: "mintTo", info: { amount: "1000" } }, stackHeight: 1 },
    ]);
  });

  it("shows the same calls compiled in json", () => {
    const found = get(signatures.opened, { encoding: "json" });
    const inner = field(found, "meta", "innerInstructions", 0, "instructions", 0);
    expect(inner).toEqual({
      programIdIndex: expect.any(Number),
      accounts: [expect.any(Number)],
      data: expect.any(String),
      stackHeight: 2,
    });
    const keys = field(found, "transaction", "message", "accountKeys");
    expect(field(keys, Number(field(inner, "programIdIndex")))).toBe(TOKEN);
  });

  it("has its token balances before and after, with owner and program", () => {
    const found = get(signatures.moved, { encoding: "jsonParsed" });
    const balance = (owner: string, amount: string, ui: number) => ({
      accountIndex: expect.any(Number),
      mint: mint.publicKey.toBase58(),
      owner,
      programId: TOKEN,
      uiTokenAmount: { amount, decimals: 2, uiAmount: ui, uiAmountString: String(ui) },
    });
    expect(field(found, "meta", "preTokenBalances")).toEqual([balance(PAYER, "1000", 10)]);
    const after = [balance(PAYER, "750", 7.5), balance(receiver.toBase58(), "250", 2.5)];
    expect(field(found, "meta", "postTokenBalances")).toEqual(expect.arrayContaining(after));
    const index = Number(field(found, "meta", "preTokenBalances", 0, "accountIndex"));
    expect(field(found, "transaction", "message", "accountKeys", index, "pubkey")).toBe(holding.toBase58());
  });

  it("has no token balances when it names no token program", () => {
    const found = get(signatures.sol);
    expect(field(found, "meta", "preTokenBalances")).toEqual([]);
    expect(field(found, "meta", "postTokenBalances")).toEqual([]);
  });

  it("has a program's return data", () => {
    const found = get(signatures.returning);
    expect(field(found, "meta", "returnData")).toEqual({
      programId: TOKEN,
      data: [packed(165n).toString("base64"), "base64"],
    });
    expect(get(signatures.sol)).not.toHaveProperty("meta.returnData");
  });

  it.each(["base58", "base64", "binary"])("has the same bytes in %s", (encoding) => {
    const body = field(get(signatures.sol, { encoding }), "transaction");
    const base64 = field(get(signatures.sol, { encoding: "base64" }), "transaction", 0);
    expect(encoding === "binary" ? [body, "binary"] : body).toEqual([expect.any(String), encoding]);
    if (encoding === "base64") {
      const sent = Transaction.from(Buffer.from(String(base64), "base64"));
      expect(sent.instructions[0]?.keys[1]?.pubkey.equals(holding)).toBe(true);
    }
  });

  it("has the same fields of meta in every encoding, except the loaded addresses", () => {
    const fields = (encoding: string) => Object.keys(field(get(signatures.sol, { encoding }), "meta") ?? {}).sort();
    const all = fields("json");
    expect(all).toEqual([
      "computeUnitsConsumed",
      "costUnits",
      "err",
      "fee",
      "innerInstructions",
      "loadedAddresses",
      "logMessages",
      "postBalances",
      "postTokenBalances",
      "preBalances",
      "preTokenBalances",
      "rewards",
      "status",
    ]);
    expect(fields("base64")).toEqual(all);
    expect(fields("jsonParsed")).toEqual(all.filter((name) => name !== "loadedAddresses"));
  });
});

describe("a versioned transaction", () => {
  it("is refused to clients that do not declare support", () => {
    const words =
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0';
    for (const encoding of ["json", "jsonParsed", "base64"]) {
      const refused = expect.objectContaining({ code: -32015, message: words });
      expect(() => get(signatures.versioned, { encoding })).toThrow(refused);
    }
    const slot = field(get(signatures.versioned, v0), "slot");
    const block = (config: object) => chain.request("getBlock", slot, { ...CONFIRMED, ...config });
    for (const transactionDetails of ["full", "accounts"]) {
      expect(() => block({ transactionDetails })).toThrow(expect.objectContaining({ code: -32015 }));
    }
    expect(field(block({ transactionDetails: "signatures" }), "signatures")).toEqual([signatures.versioned]);
  });

  it("has its version, its lookups and the loaded addresses", () => {
    const found = get(signatures.versioned, { ...v0, encoding: "json" });
    expect(found).toMatchObject({
      version: 0,
      meta: { loadedAddresses: { writable: [receiver.toBase58()], readonly: [] } },
      transaction: {
        message: {
          accountKeys: [PAYER, SystemProgram.programId.toBase58()],
          addressTableLookups: [{ accountKey: table.toBase58(), writableIndexes: [0], readonlyIndexes: [] }],
        },
      },
    });
  });

  it("has looked up accounts among the others when parsed", () => {
    const found = get(signatures.versioned, { ...v0, encoding: "jsonParsed" });
    expect(field(found, "transaction", "message", "accountKeys")).toEqual([
      { pubkey: PAYER, signer: true, writable: true, source: "transaction" },
      { pubkey: SystemProgram.programId.toBase58(), signer: false, writable: false, source: "transaction" },
      { pubkey: receiver.toBase58(), signer: false, writable: true, source: "lookupTable" },
    ]);
    expect(field(found, "transaction", "message", "instructions", 0, "parsed", "info")).toEqual({
      source: PAYER,
      destination: receiver.toBase58(),
      lamports: 1_000_000,
    });
  });

  it("has a version for legacy transactions too, when versions are requested", () => {
    expect(field(get(signatures.sol, v0), "version")).toBe("legacy");
    expect(get(signatures.sol)).not.toHaveProperty("version");
    expect(get(signatures.sol, v0)).not.toHaveProperty("transaction.message.addressTableLookups");
  });

  it("accepts a version of one byte", () => {
    for (const version of [256, -1, 1.5, "0"]) {
      const ask = () => get(signatures.sol, { maxSupportedTransactionVersion: version });
      expect(ask).toThrow(expect.objectContaining({ code: -32602 }));
    }
  });
});

it("a block shows the accounts and the outcome of its transactions alone", () => {
  const slot = field(get(signatures.versioned, v0), "slot");
  const config = { ...CONFIRMED, ...v0, transactionDetails: "accounts" };
  const [shown] = field(chain.request("getBlock", slot, config), "transactions") as [unknown]; // it has one
  expect(shown).toEqual({
    version: 0,
    transaction: {
      signatures: [signatures.versioned],
      accountKeys: [expect.objectContaining({ pubkey: PAYER }), expect.anything(), expect.anything()],
    },
    meta: {
      err: null,
      status: { Ok: null },
      fee: 5000,
      preBalances: [expect.any(Number), expect.any(Number), 0],
      postBalances: [expect.any(Number), expect.any(Number), 1_000_000],
      preTokenBalances: [],
      postTokenBalances: [],
      rewards: [],
    },
  });
});
