import { createHash } from "node:crypto";
import { Keypair, NONCE_ACCOUNT_LENGTH, NonceAccount, PublicKey, SystemProgram } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { anyAddress, client, field, signed, signedV0, temporaryFolder, transfer } from "../support.ts";

const RENT = 1_447_680;

describe("a durable nonce", () => {
  const folder = temporaryFolder();
  let chain: LocalChain;
  let call: ReturnType<typeof client>;
  let payer: Keypair;
  let nonce: PublicKey;
  let blockOfCreation: string;

  const reopen = async () => {
    await chain.close();
    chain = createChain({ ledger: folder.path });
    call = client(chain);
  };

  beforeEach(() => {
    chain = createChain({ ledger: folder.path });
    call = client(chain);
    payer = Keypair.generate();
    call.airdrop(payer.publicKey);
    nonce = makeNonce();
  });

  afterEach(async () => {
    await chain.close();
    folder.remove();
  });

  /** Creates a nonce account, with a blockhash that is three slots old. */
  function makeNonce(): PublicKey {
    const pair = Keypair.generate();
    const make = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: pair.publicKey,
      authorizedPubkey: payer.publicKey,
      lamports: RENT,
    });
    const old = call.blockhash();
    for (let i = 0; i < 3; i++) chain.tick();
    blockOfCreation = call.blockhash();
    call.send(signed(make.instructions, payer, old, [pair]));
    chain.tick();
    return pair.publicKey;
  }

  const value = () => {
    const data = call.account(nonce)?.data ?? Buffer.alloc(0);
    expect(data).toHaveLength(NONCE_ACCOUNT_LENGTH);
    return NonceAccount.fromAccountData(data).nonce;
  };
  const advance = (authority = payer.publicKey) =>
    SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: authority });
  const pay = (to: PublicKey, lamports = 1_000_000) => transfer(payer.publicKey, to, lamports);

  it("replaces a blockhash once, long afterwards", () => {
    const to = anyAddress();
    const first = value();
    const wire = signed([advance(), pay(to)], payer, first);
    chain.warp({ slots: 500 });
    call.send(wire);
    expect(value()).not.toBe(first);
    expect(() => call.send(wire)).toThrow("Blockhash not found");
    chain.warp({ slots: 500 });
    expect(() => call.send(wire)).toThrow("Blockhash not found");
    expect(call.outcome(wire)).toMatchObject({});
    expect(call.balance(to)).toBe(1_000_000);
  });

  it("advances when the transaction fails, and the fee is charged, across a restart", async () => {
    const first = value();
    const before = call.balance(payer.publicKey);
    const bad = signed([advance(), pay(anyAddress(), 1e15)], payer, first);
    expect(call.outcome(bad)).toEqual({ InstructionError: [1, { Custom: 1 }] });
    expect(call.balance(payer.publicKey)).toBe(before - 5000);
    const second = value();
    expect(second).not.toBe(first);
    await reopen();
    expect(value()).toBe(second);
    expect(() => call.send(bad)).toThrow("Blockhash not found");
    expect(call.outcome(signed([advance(), pay(anyAddress())], payer, second))).toBeNull();
  });

  it("advances also when a program does not exist", () => {
    const first = value();
    const missing = anyAddress();
    const wire = signed([advance(), { programId: missing, keys: [], data: Buffer.alloc(0) }], payer, first);
    expect(call.outcome(wire)).toBe("ProgramAccountNotFound");
    expect(value()).not.toBe(first);
  });

  it("gets its values from the block and not from the transaction", () => {
    const other = Keypair.generate();
    expect(value()).toBe(durable(blockOfCreation));
    const old = call.blockhash();
    for (let i = 0; i < 5; i++) chain.tick();
    const latest = call.blockhash();
    call.send(signed([advance()], payer, old));
    expect(value()).toBe(durable(latest));
    // A nonce can't be advanced twice in a block, whatever blockhash the transactions name.
    expect(call.outcome(signed([advance(), pay(anyAddress())], payer, old))).toEqual({
      InstructionError: [0, { Custom: 7 }],
    });
    expect(call.outcome(signed([advance(), pay(other.publicKey)], payer, value()))).toBe("no trace");
    chain.tick();
    expect(call.outcome(signed([advance(), pay(other.publicKey)], payer, value()))).toBeNull();
    expect(value()).toBe(durable(call.blockhash()));
  });

  it("needs its authority's signature, its value, and the advance as first instruction", () => {
    const stranger = Keypair.generate();
    call.airdrop(stranger.publicKey);
    const to = anyAddress();
    const byStranger = [advance(stranger.publicKey), transfer(stranger.publicKey, to, 1_000_000)];
    expect(call.outcome(signed(byStranger, stranger, value()))).toBe("no trace");
    expect(() => call.send(signed(byStranger, stranger, value()))).toThrow("Blockhash not found");
    expect(call.outcome(signed([pay(to), advance()], payer, value()))).toBe("no trace");
    expect(call.outcome(signed([advance(), pay(to)], payer, anyAddress().toBase58()))).toBe("no trace");
    expect(call.balance(to)).toBe(0);
  });

  it("changes its authority and refunds its lamports", () => {
    const heir = Keypair.generate();
    call.airdrop(heir.publicKey);
    const authorize = SystemProgram.nonceAuthorize({
      noncePubkey: nonce,
      authorizedPubkey: payer.publicKey,
      newAuthorizedPubkey: heir.publicKey,
    });
    call.send(signed([authorize], payer, call.blockhash()));
    const first = value();
    expect(call.outcome(signed([advance(), pay(anyAddress())], payer, first))).toBe("no trace");
    const to = anyAddress();
    expect(call.outcome(signed([advance(heir.publicKey), transfer(heir.publicKey, to, 1e6)], heir, first))).toBeNull();
    const withdraw = SystemProgram.nonceWithdraw({
      noncePubkey: nonce,
      authorizedPubkey: heir.publicKey,
      toPubkey: to,
      lamports: RENT,
    });
    const tooEarly = signed([withdraw], heir, call.blockhash());
    expect(call.outcome(tooEarly)).toEqual({ InstructionError: [0, { Custom: 7 }] });
    chain.tick();
    call.send(signed([withdraw], heir, call.blockhash()));
    expect(call.account(nonce)).toBeNull();
    expect(call.balance(to)).toBe(1_000_000 + RENT);
  });

  it("is checked at the commitment in the request", () => {
    const wire = signedV0([advance(), pay(anyAddress())], payer, value());
    expect(() => call.send(wire, { preflightCommitment: "finalized" })).toThrow("Blockhash not found");
    expect(field(call.simulate(wire, { commitment: "confirmed" }), "err")).toBeNull();
    chain.warp({ slots: 32 });
    call.send(wire, { preflightCommitment: "finalized" });
    // The next one is valid as soon as the block with the last one is complete.
    const next = signedV0([advance(), pay(anyAddress())], payer, value());
    expect(() => call.send(next)).toThrow("Blockhash not found");
    chain.tick();
    call.send(next, { preflightCommitment: "confirmed" });
  });

  it("pays fees with its lamports above the rent only", () => {
    const pair = Keypair.generate();
    const make = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: pair.publicKey,
      authorizedPubkey: pair.publicKey,
      lamports: RENT + 12_000,
    });
    call.send(signed(make.instructions, payer, call.blockhash(), [pair]));
    const fail = () => {
      chain.tick();
      const burn = transfer(pair.publicKey, anyAddress(), 5);
      return call.outcome(signed([burn], pair, call.blockhash()));
    };
    expect(fail()).toMatchObject({ InstructionError: [0, "InvalidArgument"] });
    expect(fail()).toMatchObject({ InstructionError: [0, "InvalidArgument"] });
    expect(fail()).toBe("no trace");
    expect(call.balance(pair.publicKey)).toBe(RENT + 2_000);
  });
});

function durable(blockhash: string): string {
  const data = Buffer.concat([Buffer.from("DURABLE_NONCE"), new PublicKey(blockhash).toBuffer()]);
  return new PublicKey(createHash("sha256").update(data).digest()).toBase58();
}
