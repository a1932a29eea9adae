import {
  type Lamports,
  lamports,
  maxBuyTokens,
  sendMaxReserveLamports,
  type TokenUnits,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { parseAmount } from "../money/amounts.ts";
import { max } from "../money/integers.ts";
import { texts } from "../words/texts.ts";

/** A valid value, or the sentence that says what is wrong. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const pass = <T>(value: T): Checked<T> => ({ ok: true, value });
const fail = (message: string) => ({ ok: false, message }) as const;

/** Rent-exempt minimum of an account without data: a wallet must not keep less. */
export const walletRentExemptLamports = lamports(890_880n);

const base58Address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** An address to send to: base58 of 32 to 44 characters. */
export const checkAddress = (text: string): Checked<string> =>
  base58Address.test(text.trim()) ? pass(text.trim()) : fail(texts.invalidAddress);

/** An amount of SOL to send: numeric, above 0 and at most the balance. */
export const checkSendAmount = (text: string, balance: bigint): Checked<Lamports> => {
  const amount = parseAmount(text);
  if (amount === null) return fail(texts.enterValidNumber);
  if (amount === 0n || amount > balance) return fail(texts.insufficientBalance);
  return pass(lamports(amount));
};

/** The amount of MAX: the rent-exempt minimum and 1,000,000 lamports stay. */
export const maxSendAmount = (balance: bigint): Lamports =>
  lamports(max(balance - walletRentExemptLamports - sendMaxReserveLamports, 0n));

/** The creator's first buy: whole tokens, at most 100,000; an empty text is no buy. */
export const checkInitialBuy = (text: string): Checked<TokenUnits> => {
  const trimmed = text.trim();
  if (trimmed === "") return pass(tokenUnits(0n));
  if (!/^[0-9]{1,9}$/.test(trimmed))
    return fail(parseAmount(trimmed) === null ? texts.enterValidNumber : texts.wholeTokensOnly);
  const tokens = BigInt(trimmed);
  return tokens > maxBuyTokens ? fail(`At most ${maxBuyTokens} tokens`) : pass(tokenUnits(tokens * unitsPerToken));
};

const lettersAndDigits = (text: string): string =>
  text
    // É counts as E, because a symbol is plain letters and digits.
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");

/**
 * A Tribe's symbol: the first 3 letters or digits of the display name, else of the handle, in capitals.
 * @returns null when neither has any: the API then answers `symbol_unusable`, which says what to do
 */
export const deriveSymbol = (displayName: string, handle: string | null): string | null =>
  lettersAndDigits(displayName).slice(0, 3) || lettersAndDigits(handle ?? "").slice(0, 3) || null;
