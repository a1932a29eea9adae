import { type Lamports, lamports, type TokenProfile } from "@tribe/contract";
import type { Curve } from "@tribe/domain/curve";
import { formatAmount } from "@tribe/domain/money";
import type { DialogToken } from "../dialogs/names.ts";
import { formatNewTokens } from "../trading/amount/new-tokens.ts";

/** The curve as the domain's quotes want it. */
export const curveOf = (token: TokenProfile): Curve => ({
  x: token.supply,
  floor: token.virtualSupply,
  xMax: token.maxSupply,
  coefficient: token.bondingCurveCoefficient,
});

/** What a dialog is told of a token. */
export const dialogTokenOf = (token: TokenProfile): DialogToken => ({
  tokenId: token.tokenId,
  mint: token.mint,
  creatorAddress: token.creatorAddress,
  creatorUid: token.creatorUid,
  name: token.name,
  symbol: token.symbol,
  pfp: token.pfp,
});

/** Change since an earlier price in basis points, cut to a tenth of a per cent; null when there was none. */
export const changeBps = (now: bigint, before: bigint | null): number | null =>
  before === null || before === 0n ? null : Number(((now - before) * 1_000n) / before) * 10;

/**
 * How prices of a token are shown: of one token, or after a migration of 1,000 new ones, as the amounts beside them count. One new
 * token costs some 40 lamports. What the API says is for one old token, and a new one has a thousandth of its base units.
 */
export const pricesOf = ({ conversionRate: rate }: { readonly conversionRate?: bigint | null | undefined }) => ({
  shown: (price: bigint): Lamports => lamports(rate ? price / rate : price),
  /** Behind a price; empty where it is of one token. */
  per: rate ? "per 1,000" : "",
});

/** How amounts of a token are written: base units of the old token, which after a migration are shown as the new tokens they convert to. */
export const amountsOf = ({
  newMint,
  conversionRate: rate,
  symbol,
}: Pick<TokenProfile, "newMint" | "conversionRate" | "symbol">) => {
  const plain = (units: bigint): string => (newMint && rate ? formatNewTokens(units * rate) : formatAmount(units));
  return { plain, named: (units: bigint): string => `${plain(units)} ${symbol}` };
};

/** With more seats than these a phone shows them as a strip until somebody wants all of them. */
export const manySeats = 40;

/** Whether a phone shows who is in as a strip: a ring of free seats would take a third of the chat. */
export const areFewTaken = (taken: number, seats: number): boolean => taken * 4 < seats;
