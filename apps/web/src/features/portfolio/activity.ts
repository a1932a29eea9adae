import type { Earning } from "../earnings/index.ts";
import type { OwnTrade, OwnTransfer } from "./queries.ts";

/** An item with a time. */
export interface Dated {
  /** Seconds since 1970. */
  readonly blockTime: number;
}

/** An event in the wallet. */
export type Activity = Dated &
  (
    | { readonly kind: "trade"; readonly trade: OwnTrade }
    | { readonly kind: "transfer"; readonly transfer: OwnTransfer }
    | { readonly kind: "earning"; readonly earning: Earning }
  );

/** A line of the list: an event, or what one Tribe earned on one day. */
export type ActivityRow =
  | { readonly kind: "event"; readonly activity: Activity }
  | { readonly kind: "earned"; readonly day: string; readonly earnings: readonly Earning[] };

/**
 * Joins what one Tribe earned on one day into one row, at the place of the newest. A single earning stays itself.
 * @param dayOf the day of a time in seconds, in the person's time zone
 */
export const foldEarnings = (
  items: readonly Activity[],
  dayOf: (blockTime: number) => string,
): readonly ActivityRow[] => {
  const keyOf = (activity: Activity) =>
    activity.kind === "earning" ? `${dayOf(activity.blockTime)} ${activity.earning.mint}` : null;
  const days = new Map<string, Earning[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== null && item.kind === "earning") days.set(key, [...(days.get(key) ?? []), item.earning]);
  }
  const folded = new Set<string>();
  return items.flatMap((activity): ActivityRow[] => {
    const key = keyOf(activity);
    const earnings = key === null ? undefined : days.get(key);
    if (key === null || !earnings || earnings.length === 1) return [{ kind: "event", activity }];
    if (folded.has(key)) return [];
    folded.add(key);
    return [{ kind: "earned", day: dayOf(activity.blockTime), earnings }];
  });
};

/** A paginated list, the newest first. */
export interface Source<Item extends Dated> {
  readonly items: readonly Item[];
  /** Older items are not loaded yet. */
  readonly hasMore: boolean;
}

/**
 * Merges lists, the newest first. The result ends at the newest end of an incomplete list: that list's next items would be
 * inserted among older ones.
 */
export const mergeActivity = <Item extends Dated>(sources: readonly Source<Item>[]): readonly Item[] => {
  const known = Math.max(
    0,
    ...sources.map(({ items, hasMore }) => (hasMore ? (items.at(-1)?.blockTime ?? Number.POSITIVE_INFINITY) : 0)),
  );
  return sources
    .flatMap(({ items }) => items)
    .filter(({ blockTime }) => blockTime >= known)
    .sort((a, b) => b.blockTime - a.blockTime);
};

/** The index of the incomplete list whose next page is needed to show older items; -1 if all lists are complete. */
export const nextSource = (sources: readonly Source<Dated>[]): number => {
  const ends = sources.map(({ items, hasMore }) =>
    hasMore ? (items.at(-1)?.blockTime ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY,
  );
  const newest = Math.max(...ends);
  return newest === Number.NEGATIVE_INFINITY ? -1 : ends.indexOf(newest);
};
