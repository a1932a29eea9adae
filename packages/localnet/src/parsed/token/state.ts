import { type Key, keyAt } from "../../codec/keys.ts";
import { FieldReader, isZero, UnparsableError } from "../field-reader.ts";

const MINT_SIZE = 82;
const ACCOUNT_SIZE = 165;
const MULTISIG_SIZE = 355;
const MULTISIG_SIGNERS = 11;
const KIND_MINT = 1;
const KIND_ACCOUNT = 2;

/** How a token account may be used. */
export type TokenAccountUse = "uninitialized" | "initialized" | "frozen";
const USES: readonly TokenAccountUse[] = ["uninitialized", "initialized", "frozen"];

/** Names the state of a token account by its byte. */
export function tokenAccountUse(byte: number): TokenAccountUse | undefined {
  return USES[byte];
}

/** A token account of either program, with the bytes of its extensions. */
export interface TokenAccountState {
  readonly mint: Key;
  readonly owner: Key;
  readonly amount: bigint;
  readonly delegate: string | null;
  readonly use: TokenAccountUse;
  readonly rentExemptReserve: bigint | null;
  readonly delegatedAmount: bigint;
  readonly closeAuthority: string | null;
  readonly extensions: Buffer;
}

/** A mint of either program, with the bytes of its extensions. */
export interface MintState {
  readonly mintAuthority: string | null;
  readonly supply: bigint;
  readonly decimals: number;
  readonly freezeAuthority: string | null;
  readonly extensions: Buffer;
}

/** Reads an initialized token account. Throws UnparsableError. */
export function readTokenAccount(data: Buffer): TokenAccountState {
  const extensions = extensionsAfter(data, ACCOUNT_SIZE, KIND_ACCOUNT);
  const reader = new FieldReader(data);
  const [mint, owner] = [keyAt(reader.raw(32)), keyAt(reader.raw(32))];
  const amount = reader.bigU64();
  const delegate = reader.paddedOption(() => reader.key());
  const use = tokenAccountUse(reader.u8());
  if (use === undefined || use === "uninitialized") throw new UnparsableError();
  const rentExemptReserve = reader.paddedOption(() => reader.bigU64());
  const delegatedAmount = reader.bigU64();
  const closeAuthority = reader.paddedOption(() => reader.key());
  return { mint, owner, amount, delegate, use, rentExemptReserve, delegatedAmount, closeAuthority, extensions };
}

/** Reads an initialized mint. Throws UnparsableError. */
export function readMintState(data: Buffer): MintState {
  const extensions = extensionsAfter(data, MINT_SIZE, KIND_MINT);
  const reader = new FieldReader(data);
  const mintAuthority = reader.paddedOption(() => reader.key());
  const [supply, decimals] = [reader.bigU64(), reader.u8()];
  if (!reader.bool()) throw new UnparsableError();
  return { mintAuthority, supply, decimals, freezeAuthority: reader.paddedOption(() => reader.key()), extensions };
}

/** Reads an initialized multisig as the RPC shows it. Throws UnparsableError. */
export function readMultisig(data: Buffer) {
  if (data.length !== MULTISIG_SIZE) throw new UnparsableError();
  const reader = new FieldReader(data);
  const [numRequiredSigners, numValidSigners, isInitialized] = [reader.u8(), reader.u8(), reader.bool()];
  if (!isInitialized) throw new UnparsableError();
  const signers = Array.from({ length: MULTISIG_SIGNERS }, () => reader.nonZeroKey()).filter((key) => key !== null);
  return { numRequiredSigners, numValidSigners, isInitialized, signers };
}

/**
 * What follows the base layout: nothing, or zeros up to the size of a token account, the kind of account, and the
 * extensions. An account of a multisig's size is always a multisig.
 */
function extensionsAfter(data: Buffer, baseSize: number, kind: number): Buffer {
  if (data.length === baseSize) return data.subarray(baseSize);
  const sound =
    data.length > ACCOUNT_SIZE &&
    data.length !== MULTISIG_SIZE &&
    data[ACCOUNT_SIZE] === kind &&
    isZero(data.subarray(baseSize, ACCOUNT_SIZE));
  if (!sound) throw new UnparsableError();
  return data.subarray(ACCOUNT_SIZE + 1);
}
