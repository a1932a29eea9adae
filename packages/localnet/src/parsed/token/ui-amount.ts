import type { ChainAccount } from "../../chain/accounts/account.ts";
import { type UiAmount, uiAmount } from "../../chain/accounts/token.ts";
import { type Key, knownKey } from "../../codec/keys.ts";
import { UnparsableError } from "../field-reader.ts";
import { fixedFloat, trimZeros } from "../float-text.ts";
import {
  type InterestBearing,
  readInterestBearing,
  readScaledUiAmount,
  type ScaledUiAmount,
} from "./extensions/display.ts";
import { extensionValue } from "./extensions/tlv.ts";
import { readMintState } from "./state.ts";

const CLOCK = knownKey("SysvarC1ock11111111111111111111111111111111");
const UNIX_TIME_AT = 32;
const INTEREST_BEARING = 10;
const SCALED_UI_AMOUNT = 25;
const SECONDS_PER_YEAR = 60 * 60 * 24 * 365.24;
const ONE_IN_BASIS_POINTS = 10_000;

/** Display of a mint's amounts: its decimals, and its current interest or multiplier. */
export interface MintDisplay {
  readonly decimals: number;
  readonly interest: InterestBearing | undefined;
  readonly scaled: ScaledUiAmount | undefined;
  /** Unix seconds by the chain's clock; only looked up when the mint needs it. */
  readonly unixTime: bigint;
}

type Read = (key: Key) => ChainAccount | null;

type Formula = Pick<MintDisplay, "decimals" | "interest" | "scaled">;

// An account's state never changes: a list of holdings decodes its mint once.
const formulas = new WeakMap<ChainAccount, Formula>();

/** The current display of a mint's amounts; `undefined` when the account is not a mint. */
export function mintDisplay(mint: ChainAccount | null, read: Read): MintDisplay | undefined {
  if (mint === null) return undefined;
  const formula = formulas.get(mint) ?? readFormula(mint);
  if (formula === undefined) return undefined;
  formulas.set(mint, formula);
  const isTimeless = formula.interest === undefined && formula.scaled === undefined;
  return { ...formula, unixTime: isTimeless ? 0n : clockTime(read) };
}

function readFormula(mint: ChainAccount): Formula | undefined {
  try {
    const { decimals, extensions } = readMintState(mint.data);
    const interest = extensionValue(extensions, INTEREST_BEARING, readInterestBearing);
    const scaled = extensionValue(extensions, SCALED_UI_AMOUNT, readScaledUiAmount);
    return { decimals, interest, scaled };
  } catch (error) {
    if (error instanceof UnparsableError) return undefined;
    throw error;
  }
}

/** An amount as holders see it. Token-2022's formulas, in floats as there. */
export function displayAmount(amount: bigint, display: MintDisplay): UiAmount {
  const { decimals, interest, scaled, unixTime } = display;
  if (interest !== undefined) {
    const factor = interestFactor(interest, unixTime);
    const text = factor === undefined ? "" : fixedFloat(Number(amount) * (factor / powerOfTen(decimals)), decimals);
    return shown(amount, decimals, text);
  }
  if (scaled !== undefined) {
    const multiplier = unixTime >= scaled.effectiveFrom ? scaled.newMultiplier : scaled.multiplier;
    const whole = Math.trunc(Number(amount) * multiplier);
    return shown(amount, decimals, fixedFloat(whole / powerOfTen(decimals), decimals));
  }
  return uiAmount(amount, decimals);
}

function shown(amount: bigint, decimals: number, exact: string): UiAmount {
  const text = trimZeros(exact);
  const value = Number(text);
  const known = text !== "" && Number.isFinite(value);
  return { amount: amount.toString(), decimals, uiAmount: known ? value : null, uiAmountString: text };
}

/** Continuous compounding at one rate up to the last update and at another since. */
function interestFactor(interest: InterestBearing, unixTime: bigint): number | undefined {
  const before = growth(interest.averageRate, interest.updated - interest.initialized);
  const since = growth(interest.currentRate, unixTime - interest.updated);
  return before === undefined || since === undefined ? undefined : before * since;
}

function growth(rate: number, seconds: bigint): number | undefined {
  if (BigInt.asIntN(64, seconds) !== seconds) return undefined;
  return Math.exp(Number(BigInt(rate) * seconds) / SECONDS_PER_YEAR / ONE_IN_BASIS_POINTS);
}

function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

function clockTime(read: Read): bigint {
  const data = read(CLOCK)?.data;
  return data === undefined || data.length < UNIX_TIME_AT + 8 ? 0n : data.readBigInt64LE(UNIX_TIME_AT);
}
