import { TOKEN_2022_PROGRAM_ID } from "@solana/spl-token";
import { Keypair, PublicKey, TransactionInstruction } from "@solana/web3.js";
import { createChain } from "../../src/index.ts";
import { client, field, signed } from "../support.ts";

/** A chain in this process that shows an instruction as a node does, even if it fails. */
export function instructionViewer() {
  const chain = createChain();
  const calls = client(chain);
  const payer = Keypair.generate();
  calls.airdrop(payer.publicKey);
  const show = (instruction: TransactionInstruction): unknown => {
    // Nobody else signs: the instruction fails, pays its fee and is in the history.
    const keys = instruction.keys.map((key) => ({ ...key, isSigner: false }));
    const unsigned = new TransactionInstruction({ ...instruction, keys });
    const signature = calls.send(signed([unsigned], payer, calls.blockhash()), { skipPreflight: true });
    chain.tick();
    const config = { encoding: "jsonParsed", commitment: "confirmed" };
    return field(chain.request("getTransaction", signature, config), "transaction", "message", "instructions", 0);
  };
  return { show, payer: payer.publicKey, close: () => chain.close() };
}

/** An instruction of a program with bytes as they are. */
export function rawInstruction(program: PublicKey, accounts: readonly PublicKey[], data: Uint8Array) {
  const keys = accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false }));
  return new TransactionInstruction({ programId: program, keys, data: Buffer.from(data) });
}

const addresses = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** Addresses that differ from each other, by letter; the capital letter is the same in base58. */
export const { a, b, c, d, e, f, g, h } = byLetter((index) => new PublicKey(Buffer.alloc(32, index + 11)));
const text = byLetter((index) => new PublicKey(Buffer.alloc(32, index + 11)).toBase58());
export const { a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H } = text;

function byLetter<T>(make: (index: number) => T): Record<(typeof addresses)[number], T> {
  const entries = addresses.map((letter, index) => [letter, make(index)]);
  return Object.fromEntries(entries); // every letter of the list is there
}

/** An instruction and a node's parsed form of it. */
export type Shown = readonly [type: string, instruction: TransactionInstruction, info: Record<string, unknown>];

/** A node's form of a parsed instruction. */
export function words(program: string, { programId }: TransactionInstruction, type: string, info: unknown) {
  return { program, programId: programId.toBase58(), parsed: { type, info }, stackHeight: 1 };
}

/** A node's form of an instruction that it cannot parse. */
export function partially({ programId, keys }: TransactionInstruction, data: unknown) {
  const accounts = keys.map(({ pubkey }) => pubkey.toBase58());
  return { programId: programId.toBase58(), accounts, data, stackHeight: 1 };
}

/** A chain in this process that shows an account with the given data as a node does. */
export function accountViewer(
  accounts: readonly { readonly address: PublicKey; readonly owner: string; readonly data: Uint8Array }[],
  startTimeSeconds = 1_700_000_000,
) {
  const planted = accounts.map(({ address, owner, data }) => ({
    address: address.toBase58(),
    owner,
    lamports: 1_000_000_000n,
    data,
  }));
  const chain = createChain({ accounts: planted, startTimeSeconds });
  const show = (address: PublicKey, config: Record<string, unknown> = { encoding: "jsonParsed" }): unknown => {
    const found = chain.request("getAccountInfo", address.toBase58(), { commitment: "processed", ...config });
    return field(found, "value", "data");
  };
  return { chain, show, close: () => chain.close() };
}

/** A field of packed bytes: a bigint takes 8, [value, size] as many as it says, all else stands as it is. */
export type Field = bigint | readonly [value: number, size: number] | Uint8Array | PublicKey | string;

/** Joins little-endian fields. */
export function packed(...fields: Field[]): Buffer {
  return Buffer.concat(fields.map(packField));
}

function packField(field: Field): Buffer {
  if (typeof field === "string") return Buffer.from(field, "utf8");
  if (field instanceof PublicKey) return field.toBuffer();
  if (field instanceof Uint8Array) return Buffer.from(field);
  const [value, size] = typeof field === "bigint" ? [field, 8] : field;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt.asIntN(64, BigInt(value)));
  return bytes.subarray(0, size);
}

/** An instruction of Token-2022 with bytes as they are. */
export function raw2022(accounts: readonly PublicKey[], ...data: Field[]): TransactionInstruction {
  return rawInstruction(TOKEN_2022_PROGRAM_ID, accounts, packed(...data));
}

/** The signers of a multisig. */
export const SIGNER_KEYS = [d, e];
/** The same in base58. */
export const SIGNERS = [D, E];

/** An amount of tokens as the RPC writes it. */
export function amount(base: string, uiAmount: number, decimals: number) {
  return { amount: base, decimals, uiAmount, uiAmountString: String(uiAmount) };
}
