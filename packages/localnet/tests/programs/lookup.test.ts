import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { anyAddress, client, field, signed, signedV0, temporaryFolder, transfer } from "../support.ts";

describe("address lookup tables", () => {
  const folder = temporaryFolder();
  let chain: LocalChain;
  let call: ReturnType<typeof client>;
  let payer: Keypair;

  beforeEach(() => {
    chain = createChain({ ledger: folder.path });
    call = client(chain);
    payer = Keypair.generate();
    call.airdrop(payer.publicKey);
    chain.warp({ slots: 40 });
  });

  afterEach(async () => {
    await chain.close();
    folder.remove();
  });

  const run = (...instructions: TransactionInstruction[]) =>
    call.outcome(signed(instructions, payer, call.blockhash()));
  const own = () => ({ authority: payer.publicKey, payer: payer.publicKey });
  const create = (recentSlot = call.slot() - 1) =>
    AddressLookupTableProgram.createLookupTable({ ...own(), recentSlot });
  const extend = (lookupTable: PublicKey, addresses: PublicKey[]) =>
    AddressLookupTableProgram.extendLookupTable({ ...own(), lookupTable, addresses });
  const table = (key: PublicKey) => {
    const state = AddressLookupTableAccount.deserialize(call.account(key)?.data ?? Buffer.alloc(0));
    return new AddressLookupTableAccount({ key, state });
  };
  /** A transfer whose recipient stands in the table. */
  const payThrough = (key: PublicKey, to: PublicKey) =>
    signedV0([transfer(payer.publicKey, to, 1_000_000)], payer, call.blockhash(), [table(key)]);
  const INVALID_INDEX = "invalid transaction: Transaction address table lookup uses an invalid index";
  const NOT_FOUND = "invalid transaction: Transaction loads an address table account that doesn't exist";

  it("can be used from the slot after they were extended, and until then with their earlier addresses", () => {
    const [make, key] = create();
    const [first, second] = [anyAddress(), anyAddress()];
    expect(run(make, extend(key, [first]))).toBeNull();
    expect(() => call.send(payThrough(key, first))).toThrow(INVALID_INDEX);
    chain.tick();
    expect(run(extend(key, [second]))).toBeNull();
    call.send(payThrough(key, first));
    expect(() => call.send(payThrough(key, second), { skipPreflight: true })).toThrow(INVALID_INDEX);
    chain.tick();
    call.send(payThrough(key, second));
    expect([call.balance(first), call.balance(second)]).toEqual([1_000_000, 1_000_000]);
  });

  it("are read at the commitment in the request", () => {
    const [make, key] = create();
    const to = anyAddress();
    run(make, extend(key, [to]));
    chain.tick();
    const wire = payThrough(key, to);
    expect(() => call.send(wire, { preflightCommitment: "finalized" })).toThrow(NOT_FOUND);
    expect(() => call.send(wire, { preflightCommitment: "confirmed" })).toThrow(INVALID_INDEX);
    chain.warp({ slots: 32 });
    call.send(wire, { preflightCommitment: "confirmed" });
  });

  it("are created for a recent slot only", () => {
    for (const slot of [call.slot(), call.slot() + 1]) {
      expect(run(create(slot)[0])).toEqual({ InstructionError: [0, "InvalidInstructionData"] });
    }
    const old = call.slot();
    chain.warp({ slots: 513 });
    expect(run(create(old)[0])).toEqual({ InstructionError: [0, "InvalidInstructionData"] });
    expect(run(create(old + 1)[0])).toBeNull();
  });

  it("accept no more addresses once frozen, and only with their authority's signature", () => {
    const [make, key] = create();
    run(make, extend(key, [anyAddress()]));
    const stranger = Keypair.generate();
    call.airdrop(stranger.publicKey);
    const steal = AddressLookupTableProgram.freezeLookupTable({ lookupTable: key, authority: stranger.publicKey });
    expect(call.outcome(signed([steal], stranger, call.blockhash()))).toEqual({
      InstructionError: [0, "IncorrectAuthority"],
    });
    expect(run(AddressLookupTableProgram.freezeLookupTable({ lookupTable: key, ...own() }))).toBeNull();
    expect(run(extend(key, [anyAddress()]))).toEqual({ InstructionError: [0, "Immutable"] });
  });

  it("can be used for 512 slots after their deactivation, and be closed then, across a restart", async () => {
    const [make, key] = create();
    const to = anyAddress();
    run(make, extend(key, [to]));
    chain.tick();
    const close = () =>
      AddressLookupTableProgram.closeLookupTable({ ...own(), lookupTable: key, recipient: payer.publicKey });
    expect(run(close())).toEqual({ InstructionError: [0, "InvalidArgument"] });
    expect(run(AddressLookupTableProgram.deactivateLookupTable({ ...own(), lookupTable: key }))).toBeNull();
    const from = call.slot();
    await chain.close();
    chain = createChain({ ledger: folder.path });
    call = client(chain);
    chain.warp({ slots: from + 512 - call.slot() });
    expect(run(close())).toEqual({ InstructionError: [0, "InvalidArgument"] });
    call.send(payThrough(key, to));
    chain.tick();
    expect(() => call.send(payThrough(key, to))).toThrow(NOT_FOUND);
    expect(run(close())).toBeNull();
    expect(call.account(key)).toBeNull();
  });

  it("let a transaction name up to 64 accounts, as on mainnet", () => {
    const [make, key] = create();
    run(make);
    const addresses = Array.from({ length: 140 }, anyAddress);
    for (let at = 0; at < addresses.length; at += 28) run(extend(key, addresses.slice(at, at + 28)));
    chain.tick();
    const naming = (count: number) => {
      const keys = addresses.slice(0, count - 3).map((pubkey) => ({ pubkey, isSigner: false, isWritable: false }));
      const instruction = transfer(payer.publicKey, anyAddress(), 1_000_000);
      instruction.keys.push(...keys);
      return signedV0([instruction], payer, call.blockhash(), [table(key)]);
    };
    expect(call.outcome(naming(64))).toBeNull();
    expect(field(call.simulate(naming(65)), "err")).toBe("TooManyAccountLocks");
    expect(call.outcome(naming(65))).toBe("no trace");
  });

  it("are refused when they are invalid", () => {
    const wallet = Keypair.generate();
    call.airdrop(wallet.publicKey);
    const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 };
    const to = anyAddress();
    const fake = new AddressLookupTableAccount({ key: wallet.publicKey, state: { ...state, addresses: [to] } });
    const wire = signedV0([transfer(payer.publicKey, to, 1_000_000)], payer, call.blockhash(), [fake]);
    expect(() => call.send(wire)).toThrow("Transaction loads an address table account with an invalid owner");
    expect(call.account(SystemProgram.programId)?.executable).toBe(true);
  });
});
