import type { Mint } from "@tribe/contract";

/** A token as the listing knows it beside what it is ranked by. Its name and symbol never change on chain. */
export interface ListedToken {
  readonly mint: Mint;
  /** Folded for the search: see {@link fold}. */
  readonly name: string;
  readonly symbol: string;
}

/** All tokens of one tab in the order that they had at one moment. */
export interface Ranking {
  /** Names the moment; a cursor carries it, so that a scroll goes on in the order it began with. */
  readonly id: string;
  /** The greater key first, then the greater mint. */
  readonly tokens: readonly ListedToken[];
  /** What the token at the same index is ranked by; of a ranking by volume, lamports. */
  readonly keys: BigUint64Array;
}

/** What tokens are ranked by, below 2⁶⁴; those without any may be missing. */
export type SortKeys = ReadonlyMap<Mint, bigint>;

/** A token of a page with what it was ranked by. */
export interface RankedToken {
  readonly mint: Mint;
  readonly key: bigint;
}

export type RankingOrder = "desc" | "asc";

/** Where a page ended. */
export interface Place {
  readonly rankingId: string;
  readonly match: number;
  readonly key: bigint;
  readonly mint: string;
}

/** One part of a ranking, and what asks for the next. */
export interface RankingPage {
  readonly tokens: readonly RankedToken[];
  /** How many the whole listing has. */
  readonly total: number;
  readonly next: Place | null;
}

/** Makes texts comparable for a search: compatibility forms and case are no difference. */
export const fold = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

/** 0: it is the name or symbol; 1: one of their words begins with it; 2: it is somewhere inside; null: it is not there. */
export const matchOf = ({ name, symbol }: ListedToken, wanted: string): number | null => {
  if (wanted === "" || name === wanted || symbol === wanted) return 0;
  // Most are found out by this, and a search asks it of every token.
  if (!name.includes(wanted) && !symbol.includes(wanted)) return null;
  return symbol.startsWith(wanted) || name.startsWith(wanted) || name.includes(` ${wanted}`) ? 1 : 2;
};

/** Whether a token comes after the place: a worse match, or the smaller key, or the smaller mint; ascending the greater ones. */
const isAfter = (match: number, key: bigint, mint: string, place: Place, order: RankingOrder): boolean => {
  if (match !== place.match) return match > place.match;
  if (key !== place.key) return order === "desc" ? key < place.key : key > place.key;
  return order === "desc" ? mint < place.mint : mint > place.mint;
};

/** Places in a ranking, in its order. */
interface Indexes {
  readonly length: number;
  readonly at: (position: number) => number | undefined;
}

/** The places in a ranking by how well their tokens match, the best first. */
type Matches = readonly Indexes[];

const findMatches = ({ tokens }: Ranking, wanted: string): Matches => {
  // Nothing is looked for: every token is as good as the next.
  if (wanted === "") return [{ length: tokens.length, at: (position) => position }];
  const found: number[][] = [[], [], []];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const match = token ? matchOf(token, wanted) : null;
    if (match !== null) found[match]?.push(index);
  }
  return found.map((indexes) => ({ length: indexes.length, at: (position) => indexes[position] }));
};

/** Searches of a ranking that are remembered: whoever scrolls asks for the same again, and so do many at once. */
const searchesKept = 16;
const searches = new WeakMap<Ranking, Map<string, Matches>>();

const matchesOf = (ranking: Ranking, wanted: string): Matches => {
  const kept = searches.get(ranking) ?? new Map<string, Matches>();
  searches.set(ranking, kept);
  const known = kept.get(wanted);
  if (known) return known;
  const found = findMatches(ranking, wanted);
  if (kept.size >= searchesKept) kept.clear();
  kept.set(wanted, found);
  return found;
};

/** The first position from which on `isBeyond` holds. */
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
 * The page after a place (null: the first) among the tokens that match `search`, better matches first and each in the
 * ranking's order, or against it. Within one ranking every token comes exactly once. A place of another ranking goes on
 * beyond the same key: what has risen or fallen past it in between comes twice or not at all.
 */
export const pageOf = (
  ranking: Ranking,
  search: string,
  place: Place | null,
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
      return place === null || (mint !== undefined && key !== undefined && isAfter(match, key, mint, place, order));
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

/** A place as the text that a caller hands back. */
export const writeCursor = ({ rankingId, match, key, mint }: Place): string => [rankingId, match, key, mint].join(".");

/** Reads a place of the contract's form (`listingCursorSchema`). */
export const readCursor = (cursor: string): Place => {
  const [rankingId = "", match = "", key = "", mint = ""] = cursor.split(".");
  return { rankingId, match: Number(match), key: BigInt(key), mint };
};
