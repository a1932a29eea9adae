import type { TokenProfile } from "@tribe/contract";
import type { Curve } from "@tribe/domain/curve";
import type { DialogToken } from "../dialogs/names.ts";

/** The curve in the form of the domain's quotes. */
export const curveOf = (token: TokenProfile): Curve => ({
  x: token.supply,
  floor: token.virtualSupply,
  xMax: token.maxSupply,
  coefficient: token.bondingCurveCoefficient,
});

/** A token in the form of the dialogs' props. */
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

/** With more seats than these a phone shows them as a strip until somebody wants all of them. */
export const manySeats = 40;

/** Whether a phone shows the members as a strip: a ring of free seats would take a third of the chat. */
export const areFewTaken = (taken: number, seats: number): boolean => taken * 4 < seats;
