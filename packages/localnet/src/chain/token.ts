import { type Key, keyAt } from "../codec/keys.ts";
import { type ChainAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "./account.ts";

const TOKEN_ACCOUNT_SIZE = 165;
const MINT_SIZE = 82;
const KIND_MINT = 1;
const KIND_ACCOUNT = 2;

/** What the chain reads out of a token account, of either token program. */
export interface TokenHolding {
  readonly mint: Key;
  readonly owner: Key;
  readonly amount: bigint;
}

/** Whether the account belongs to one of the two token programs. */
export function isTokenProgram(program: Key): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;
}

/** Reads an initialized token account; `undefined` for everything else (mints and multisigs too). */
export function readHolding(account: ChainAccount): TokenHolding | undefined {
  const { data } = account;
  if (!isTokenProgram(account.owner) || data.length < TOKEN_ACCOUNT_SIZE || data[108] === 0) return undefined;
  // Extended accounts carry their kind right after the base layout; a multisig is 355 bytes without one.
  const plain = data.length === TOKEN_ACCOUNT_SIZE;
  if (!plain && (account.owner !== TOKEN_2022_PROGRAM || data[TOKEN_ACCOUNT_SIZE] !== KIND_ACCOUNT)) return undefined;
  return { mint: keyAt(data, 0), owner: keyAt(data, 32), amount: data.readBigUInt64LE(64) };
}

/** What the chain reads out of a mint. */
export interface MintFacts {
  readonly supply: bigint;
  readonly decimals: number;
}

/** Reads an initialized mint of either token program. */
export function readMint(account: ChainAccount): MintFacts | undefined {
  const { data } = account;
  if (!isTokenProgram(account.owner) || data.length < MINT_SIZE || data[45] === 0) return undefined;
  const plain = data.length === MINT_SIZE;
  if (!plain && (account.owner !== TOKEN_2022_PROGRAM || data[TOKEN_ACCOUNT_SIZE] !== KIND_MINT)) return undefined;
  return { supply: data.readBigUInt64LE(36), decimals: data[44] ?? 0 };
}

/** An amount of tokens as the RPC writes it. */
export interface UiAmount {
  readonly amount: string;
  readonly decimals: number;
  readonly uiAmount: number | null;
  readonly uiAmountString: string;
}

/** Writes an amount of base units with its decimals, trailing zeros cut, as Solana does. */
export function uiAmount(amount: bigint, decimals: number): UiAmount {
  const digits = amount.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const text = fraction === "" ? whole : `${whole}.${fraction}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text };
}
