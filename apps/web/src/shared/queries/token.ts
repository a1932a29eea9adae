import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Mint, milliseconds, routes, type TokenProfile } from "@tribe/contract";
import type { Curve } from "@tribe/domain";
import { api } from "../api.ts";
import type { DialogToken } from "../dialogs/names.ts";
import { keys } from "../keys.ts";

/** A token's profile; kept live by trade frames, refreshed every 10 s as the fallback. */
export const tokenQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.token(mint),
    queryFn: ({ signal }) => api(routes.token.profile, { query: { mint }, signal }),
    refetchInterval: milliseconds.supplyRefresh,
  });

export const useToken = (mint: Mint) => useQuery(tokenQuery(mint));

/** The members of a Tribe, the Chief first. */
export const subscribersQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.subscribers(mint),
    queryFn: async ({ signal }) => (await api(routes.chat.subscribers, { query: { mint }, signal })).subscribers,
    staleTime: 10_000,
  });

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

/** Change since an earlier price in tenths of a per cent, null when there was none. */
export const permilleChange = (now: bigint, before: bigint | null): number | null =>
  before === null || before === 0n ? null : Number(((now - before) * 1_000n) / before);
