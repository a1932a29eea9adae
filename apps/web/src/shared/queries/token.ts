import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { type Address, type AnswerOf, type Mint, milliseconds, routes, type Uid } from "@tribe/contract";
import { displayNameOf } from "@tribe/domain/people";
import { useMemo } from "react";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";
import { refreshAfter } from "./stale.ts";

/** A token's profile; kept current by trade frames, refetched every 10 s as the fallback. */
export const tokenQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.token(mint),
    queryFn: ({ signal }) => api(routes.market.profile, { query: { mint }, signal }),
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

/** Reloads everything about a seat that was just taken, with who sits around it, for the view that shows it. */
export const refreshTakenSeat = async (cache: QueryClient, mint: Mint): Promise<void> => {
  await Promise.all([
    refreshAfter(cache, { kind: "joined", mint }),
    // Without it that view only knows that there is a seat.
    cache.fetchQuery({ ...subscribersQuery(mint), staleTime: 0 }).catch(() => undefined),
  ]);
};

/** The largest holders of a token, refreshed while they are shown. */
export const holdersQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.holders(mint),
    queryFn: async ({ signal }) => (await api(routes.market.holders, { query: { mint }, signal })).holders,
    staleTime: 10_000,
    refetchInterval: 15_000,
  });

/** What is shown of somebody who has traded. */
export interface KnownPerson {
  readonly uid: Uid | null;
  readonly displayName: string;
  readonly pfp: string | null;
}

/**
 * The people of a token by address, for lists of trades, so that a trader has the same name in each on a screen: the members,
 * who are loaded, and what the page has already of the largest holders and of those who took or lost a seat.
 */
export const usePeopleOf = (mint: Mint): ReadonlyMap<string, KnownPerson> => {
  const { data: members } = useQuery(subscribersQuery(mint));
  const { data: holders } = useQuery({ ...holdersQuery(mint), enabled: false });
  // Only read here: a chat has loaded them.
  const { data: notes } = useQuery<AnswerOf<typeof routes.chat.seatNotes>["notes"]>({
    queryKey: keys.seatNotes(mint),
    enabled: false,
  });
  return useMemo(
    () =>
      new Map<string, KnownPerson>([
        ...(holders ?? []).map((holder) => [holder.ownerAddress, holder] as const),
        ...(notes ?? []).map(({ person }) => [String(person.address), person] as const),
        ...(members ?? []).map((member) => [member.address, member] as const),
      ]),
    [holders, notes, members],
  );
};

/** The name that a trader has in a list of trades. */
export const traderName = (address: Address, person: Pick<KnownPerson, "displayName"> | undefined): string =>
  person?.displayName ?? displayNameOf({ displayName: "", address });
