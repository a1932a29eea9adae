import type { Mint } from "@tribe/contract";

/** A token in the listing, without the key that it is ranked by. Name and symbol never change on chain. */
export interface ListedToken {
  readonly mint: Mint;
  /** Normalised for the search, see {@link fold}. */
  readonly name: string;
  readonly symbol: string;
}

/** All tokens of one tab in the order of one moment. */
export interface Ranking {
  /** Identifies the moment; a cursor names it, so that scrolling continues in the same order. */
  readonly id: string;
  /** The greater key first, then the greater mint. */
  readonly tokens: readonly ListedToken[];
  /** The key of the token at the same index; in a ranking by volume, lamports. */
  readonly keys: BigUint64Array;
}

/** The keys of tokens, below 2⁶⁴; tokens with the key 0 may be missing. */
export type SortKeys = ReadonlyMap<Mint, bigint>;

/** A token of a page with its key. */
export interface RankedToken {
  readonly mint: Mint;
  readonly key: bigint;
}

export type RankingOrder = "desc" | "asc";

/** The last token of a page, in a ranking. */
export interface PageEnd {
  readonly rankingId: string;
  readonly match: number;
  readonly key: bigint;
  readonly mint: string;
}

/** One page of a ranking, and the cursor for the next. */
export interface RankingPage {
  readonly tokens: readonly RankedToken[];
  /** How many tokens the whole listing has. */
  readonly total: number;
  readonly next: PageEnd | null;
}

/** Normalises texts for a search: ignores compatibility forms and case. */
export const fold = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

/**
 * How well a token matches: 0 equals its name or symbol, 1 is a prefix of one of their words, 2 is contained; null is no match.
 */
export const matchOf = ({ name, symbol }: ListedToken, wanted: string): number | null => {
  if (wanted === "" || name === wanted || symbol === wanted) return 0;
  // A quick test that most tokens fail, because a search checks every token.
  if (!name.includes(wanted) && !symbol.includes(wanted)) return null;
  return symbol.startsWith(wanted) || name.startsWith(wanted) || name.includes(` ${wanted}`) ? 1 : 2;
};

/**
 * Whether a token comes after the end of a page: a worse match, or the smaller key, or the smaller mint; ascending the greater
 * ones.
 */
const isAfter = (match: number, key: bigint, mint: string, after: PageEnd, order: RankingOrder): boolean => {
  if (match !== after.match) return match > after.match;
  if (key !== after.key) return order === "desc" ? key < after.key : key > after.key;
  return order === "desc" ? mint < after.mint : mint > after.mint;
};

/** Indexes into a ranking, in its order. */
interface Indexes {
  readonly length: number;
  readonly at: (position: number) => number | undefined;
}

/** The indexes of a ranking, by how well their tokens match, the best first. */
type Matches = readonly Indexes[];

const findMatches = ({ tokens }: Ranking, wanted: string): Matches => {
  // No search: all tokens match equally.
  if (wanted === "") return [{ length: tokens.length, at: (position) => position }];
  const found: number[][] = [[], [], []];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const match = token ? matchOf(token, wanted) : null;
    if (match !== null) found[match]?.push(index);
  }
  return found.map((indexes) => ({ length: indexes.length, at: (position) => indexes[position] }));
};

/** How many searches of a ranking are cached: scrolling repeats the same search, and so do many people at once. */
const maxSearches = 16;
const searches = new WeakMap<Ranking, Map<string, Matches>>();

const matchesOf = (ranking: Ranking, wanted: string): Matches => {
  const cached = searches.get(ranking) ?? new Map<string, Matches>();
  searches.set(ranking, cached);
  const before = cached.get(wanted);
  if (before) return before;
  const found = findMatches(ranking, wanted);
  if (cached.size >= maxSearches) cached.clear();
  cached.set(wanted, found);
  return found;
};

/** The first index for which `isBeyond` holds. */
const firstBeyond = (length: number, isBeyond: (position: number) => boolean): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBeyond(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/**
 * The page after another one (null: the first) among the tokens that match `search`: better matches first, each group in the
 * ranking's order or against it. Within one ranking every token comes exactly once. The end of a page of another ranking continues
 * after the same key: a token that has moved past it in between comes twice or not at all.
 */
export const pageOf = (
  ranking: Ranking,
  search: string,
  after: PageEnd | null,
  limit: number,
  order: RankingOrder = "desc",
): RankingPage => {
  const matches = matchesOf(ranking, fold(search));
  const page: (RankedToken & { readonly match: number })[] = [];
  let isMore = false;
  for (const [match, indexes] of matches.entries()) {
    const ranked = (position: number) => {
      const index = indexes.at(order === "desc" ? position : indexes.length - 1 - position) ?? -1;
      return { mint: ranking.tokens[index]?.mint, key: ranking.keys[index] };
    };
    const isBeyond = (position: number): boolean => {
      const { mint, key } = ranked(position);
      return after === null || (mint !== undefined && key !== undefined && isAfter(match, key, mint, after, order));
    };
    for (let position = firstBeyond(indexes.length, isBeyond); position < indexes.length; position += 1) {
      const { mint, key } = ranked(position);
      if (mint === undefined || key === undefined) continue;
      if (page.length === limit) {
        isMore = true;
        break;
      }
      page.push({ mint, key, match });
    }
    if (isMore) break;
  }
  const last = page.at(-1);
  return {
    tokens: page,
    total: matches.reduce((sum, indexes) => sum + indexes.length, 0),
    next: last && isMore ? { rankingId: ranking.id, match: last.match, key: last.key, mint: last.mint } : null,
  };
};

/** The end of a page as text for the cursor. */
export const writeCursor = ({ rankingId, match, key, mint }: PageEnd): string =>
  [rankingId, match, key, mint].join(".");

/** Reads the end of a page in the contract's form (`listingCursorSchema`). */
export const readCursor = (cursor: string): PageEnd => {
  const [rankingId = "", match = "", key = "", mint = ""] = cursor.split(".");
  return { rankingId, match: Number(match), key: BigInt(key), mint };
};
