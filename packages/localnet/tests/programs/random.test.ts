import { Keypair, PublicKey, type TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { codeOf, LOADER, loader, PROGRAM_SIZE } from "../fixtures/loader.ts";
import { dice } from "../fixtures/random-world.ts";
import { client, field, signed, temporaryFolder, transfer } from "../support.ts";

const LONG = process.env.TRIBE_LONG === "1";
const SEEDS = LONG ? Array.from({ length: 10 }, (_, index) => index + 1) : [1];
const STEPS = LONG ? 500 : 100;
const MAX_BYTES = 1232;

const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const PROGRAMS = [
  "11111111111111111111111111111111",
  "AddressLookupTab1e1111111111111111111111111",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "LoaderV411111111111111111111111111111111111",
  "NativeLoader1111111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
  "Stake11111111111111111111111111111111111111",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "Vote111111111111111111111111111111111111111",
  "ZkE1Gama1Proof11111111111111111111111111111",
  MEMO,
].map((text) => new PublicKey(text));
const OTHERS = [
  "SysvarC1ock11111111111111111111111111111111",
  "Sysvar1nstructions1111111111111111111111111",
  "SysvarRent111111111111111111111111111111111",
  "SysvarS1otHashes111111111111111111111111111",
  "SysvarS1otHistory11111111111111111111111111",
].map((text) => new PublicKey(text));
const LEVELS = ["processed", "confirmed", "finalized"];

/** A chain with its own programs and buffers, for random instructions. */
class Thrower {
  readonly #roll: (sides: number) => number;
  readonly #payer = Keypair.generate();
  readonly #keys: Keypair[] = [];
  readonly #programs: PublicKey[] = [];
  readonly #elf: Buffer;
  readonly chain: LocalChain;
  readonly call: ReturnType<typeof client>;

  constructor(chain: LocalChain, roll: (sides: number) => number) {
    this.#roll = roll;
    this.chain = chain;
    this.call = client(chain);
    this.call.airdrop(this.#payer.publicKey, 1_000_000_000_000_000);
    this.#elf = this.call.account(new PublicKey(MEMO))?.data ?? Buffer.alloc(0);
    for (let i = 0; i < 2; i++) this.deploy();
    chain.tick();
  }

  #send(instructions: TransactionInstruction[], ...others: Keypair[]): void {
    this.call.send(signed(instructions, this.#payer, this.call.blockhash(), others));
  }

  upload(): PublicKey {
    const [me, buffer] = [this.#payer.publicKey, Keypair.generate()];
    this.#send(loader.createBuffer(me, buffer.publicKey, me, this.#elf.length, 100_000_000), buffer);
    for (let at = 0; at < this.#elf.length; at += 900) {
      this.#send([loader.write(buffer.publicKey, me, at, this.#elf.subarray(at, at + 900))]);
    }
    this.#keys.push(buffer);
    return buffer.publicKey;
  }

  deploy(): void {
    const [me, program] = [this.#payer.publicKey, Keypair.generate()];
    const lamports = Number(this.chain.request("getMinimumBalanceForRentExemption", PROGRAM_SIZE));
    const rent = { lamports, maxDataLen: this.#elf.length + 5_000 };
    this.#send(loader.deploy(me, program.publicKey, this.upload(), me, rent), program);
    this.#programs.push(program.publicKey);
    this.#keys.push(program);
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#roll(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  #anyAddress(): PublicKey {
    const own = [...this.#keys.map(({ publicKey }) => publicKey), ...this.#programs.map(codeOf)];
    return this.#pick([this.#payer.publicKey, LOADER, ...own, ...own, ...PROGRAMS, ...OTHERS]);
  }

  #byLoader(): TransactionInstruction {
    const [me, program] = [this.#payer.publicKey, this.#pick(this.#programs)];
    const drawn = this.#roll(30);
    if (drawn === 0) return loader.close(codeOf(program), me, me, program);
    if (drawn < 8) return loader.upgrade(program, this.#pick(this.#keys).publicKey, me, me);
    if (drawn < 14) return loader.extend(program, me, 1 + this.#roll(20_000));
    if (drawn < 18) return loader.extendChecked(program, me, me, 10_240);
    if (drawn < 22) return loader.setAuthority(codeOf(program), me, me);
    return { programId: program, keys: [], data: Buffer.from("hello") };
  }

  #instruction(): TransactionInstruction {
    const drawn = this.#roll(4);
    if (drawn === 0) return this.#byLoader();
    if (drawn === 1) return transfer(this.#payer.publicKey, this.#anyAddress(), this.#roll(3) === 0 ? 5 : 2_000_000);
    const data = Buffer.from(Array.from({ length: this.#roll(60) }, () => (this.#roll(3) === 0 ? this.#roll(256) : 0)));
    if (data.length >= 4 && this.#roll(2) === 0) data.writeUInt32LE(this.#roll(16));
    const keys = Array.from({ length: this.#roll(9) }, () => {
      const pubkey = this.#anyAddress();
      const canSign =
        pubkey.equals(this.#payer.publicKey) || this.#keys.some(({ publicKey }) => publicKey.equals(pubkey));
      return { pubkey, isSigner: canSign && this.#roll(2) === 0, isWritable: this.#roll(2) === 0 };
    });
    return {
      programId: this.#roll(5) === 0 ? this.#pick(this.#programs) : this.#pick([LOADER, ...PROGRAMS]),
      keys,
      data,
    };
  }

  /** Simulates at a random commitment and sends; gives the signature, or nothing when the draw was too large. */
  throwOne(): string | undefined {
    const instructions = Array.from({ length: 1 + this.#roll(3) }, () => this.#instruction());
    const signs = (pair: Keypair) =>
      instructions.some(({ keys }) => keys.some(({ pubkey, isSigner }) => isSigner && pubkey.equals(pair.publicKey)));
    let wire: string;
    try {
      wire = signed(instructions, this.#payer, this.call.blockhash(), this.#keys.filter(signs));
    } catch {
      return undefined; // the library refuses what doesn't fit into a packet
    }
    if (Buffer.from(wire, "base64").length > MAX_BYTES) return undefined;
    this.call.simulate(wire, { commitment: this.#pick(LEVELS), replaceRecentBlockhash: true });
    return this.call.send(wire, { skipPreflight: true });
  }
}

describe("random instructions to every program", () => {
  it.each(SEEDS)("end in an outcome that neither creates nor loses lamports (seed %i)", (seed) => {
    const folder = temporaryFolder();
    const roll = dice(seed);
    const thrower = new Thrower(createChain({ ledger: folder.path }), roll);
    const { chain, call } = thrower;
    const sent: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const signature = thrower.throwOne();
      if (signature !== undefined) sent.push(signature);
      if (roll(4) === 0) chain.tick();
      if (roll(60) === 0) thrower.deploy();
      if (roll(30) === 0) thrower.upload();
    }
    chain.warp({ slots: 32 });
    const recorded = sent.filter((signature) => call.status(signature) !== null);
    expect(recorded.length).toBeGreaterThan(STEPS / 2);
    for (const signature of recorded) {
      const meta = field(chain.request("getTransaction", signature, { maxSupportedTransactionVersion: 0 }), "meta");
      const sum = (name: string) => {
        const amounts = field(meta, name);
        return Array.isArray(amounts) ? amounts.reduce((total: number, amount) => total + Number(amount), 0) : 0;
      };
      expect(sum("preBalances") - sum("postBalances")).toBe(field(meta, "fee"));
    }
    return chain.close().then(folder.remove);
  });
});
