import { type TokenSort, tokenSorts } from "@tribe/contract";
import * as z from "zod/mini";

export type HomeTab = "leaderboard" | "migrated";
export type RankingWindow = "4h" | "1d" | "all";
export type SortOrder = "desc" | "asc";

const searchSchema = z.object({
  tab: z.catch(z.optional(z.enum(["leaderboard", "migrated"])), undefined),
  window: z.catch(z.optional(z.enum(["4h", "1d", "all"])), undefined),
  q: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
  sort: z.catch(z.optional(z.enum(tokenSorts)), undefined),
  order: z.catch(z.optional(z.enum(["desc", "asc"])), undefined),
});

/** The home page's search parameters; missing or invalid ones get the defaults. */
export interface HomeSearch {
  readonly tab?: HomeTab;
  readonly window?: RankingWindow;
  /** What is searched for; empty while a search is open without words. */
  readonly q?: string;
  readonly sort?: TokenSort;
  readonly order?: SortOrder;
}

/** Reads the address. Defaults are left out of it, so that one view has one link. */
export const readHomeSearch = (search: Record<string, unknown>): HomeSearch => {
  const { tab, window, q, sort, order } = z.parse(searchSchema, search);
  return {
    ...(tab && tab !== "leaderboard" ? { tab } : {}),
    ...(window && window !== "all" ? { window } : {}),
    ...(q === undefined ? {} : { q }),
    ...(sort && sort !== "volume" ? { sort } : {}),
    ...(order && order !== "desc" ? { order } : {}),
  };
};

/** The parameters of a listing. */
export interface ListingQuery {
  readonly tab: HomeTab;
  readonly window: RankingWindow;
  readonly search: string;
  readonly sort: TokenSort;
  readonly order: SortOrder;
}

/** The listing for an address's parameters. */
export const wishOf = ({ tab, window, q, sort, order }: HomeSearch): ListingQuery => ({
  tab: tab ?? "leaderboard",
  window: window ?? "all",
  search: q ?? "",
  sort: sort ?? "volume",
  order: order ?? "desc",
});

/** The sort order after a press on a column's head: the largest first; reversed if it is sorted by it already. */
export const nextSort = (
  now: Pick<ListingQuery, "sort" | "order">,
  pressed: TokenSort,
): { sort: TokenSort; order: SortOrder } => ({
  sort: pressed,
  order: now.sort === pressed && now.order === "desc" ? "asc" : "desc",
});

export const sortNames: Readonly<Record<TokenSort, string>> = {
  volume: "Volume",
  marketCap: "Market cap",
  change: "Change",
  price: "Price",
  seats: "Free seats",
  newest: "Newest",
};
