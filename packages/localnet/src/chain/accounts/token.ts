import { type Key, keyAt } from "../../codec/keys.ts";
import { type ChainAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "./account.ts";

const TOKEN_ACCOUNT_SIZE = 165;
const MINT_SIZE = 82;
const MULTISIG_SIZE = 355;
const KIND_MINT = 1;
const KIND_ACCOUNT = 2;

/** The fields of a token account that the chain needs, for both token programs. */
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
  if (data.length !== TOKEN_ACCOUNT_SIZE && !isExtended(account, KIND_ACCOUNT)) return undefined;
  return { mint: keyAt(data, 0), owner: keyAt(data, 32), amount: data.readBigUInt64LE(64) };
}

/** The fields of a mint that the chain needs. */
export interface MintFacts {
  readonly supply: bigint;
  readonly decimals: number;
}

/** Reads an initialized mint of either token program. */
export function readMint(account: ChainAccount): MintFacts | undefined {
  const { data } = account;
  if (!isTokenProgram(account.owner) || data.length < MINT_SIZE || data[45] === 0) return undefined;
  if (data.length !== MINT_SIZE && !isExtended(account, KIND_MINT)) return undefined;
  return { supply: data.readBigUInt64LE(36), decimals: data[44] ?? 0 };
}

/** Extended accounts have their type right after the base layout; an account of a multisig's size always is one. */
function isExtended({ owner, data }: ChainAccount, kind: number): boolean {
  return owner === TOKEN_2022_PROGRAM && data.length !== MULTISIG_SIZE && data[TOKEN_ACCOUNT_SIZE] === kind;
}

/** An amount of tokens in the RPC's format. */
export interface UiAmount {
  readonly amount: string;
  readonly decimals: number;
  readonly uiAmount: number | null;
  readonly uiAmountString: string;
}

// 10^20 exceeds a u64, so nodes give no float for more decimals.
const MAX_FLOAT_DECIMALS = 19;

/** Formats base units with decimals, without trailing zeros, as Solana does. */
export function uiAmount(amount: bigint, decimals: number): UiAmount {
  const digits = amount.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const uiAmountString = fraction === "" ? whole : `${whole}.${fraction}`;
  const float = decimals <= MAX_FLOAT_DECIMALS ? Number(amount) / 10 ** decimals : null;
  return { amount: amount.toString(), decimals, uiAmount: float, uiAmountString };
}
