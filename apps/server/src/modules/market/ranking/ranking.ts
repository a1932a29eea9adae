import { ApiError, type Lamports, lamports, type Mint } from "@tribe/contract";
import * as z from "zod/mini";

/** A token as the listing knows it beside its volume. Its name and symbol never change on chain. */
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
  /** More volume first, then the greater mint. */
  readonly tokens: readonly ListedToken[];
  /** Ranked volume of the token at the same index, in lamports. */
  readonly volumes: BigUint64Array;
}

/** A token of a page with the volume that it was ranked by. */
export interface RankedToken {
  readonly mint: Mint;
  readonly volume: Lamports;
}

/** Where a page ended. */
export interface Place {
  readonly rankingId: string;
  readonly match: number;
  readonly volume: bigint;
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
  if (symbol.startsWith(wanted) || name.startsWith(wanted) || name.includes(` ${wanted}`)) return 1;
  return name.includes(wanted) || symbol.includes(wanted) ? 2 : null;
};

/** Whether a token comes after the place: a worse match, or less volume, or the smaller mint. */
const isAfter = (match: number, volume: bigint, mint: string, place: Place): boolean => {
  if (match !== place.match) return match > place.match;
  if (volume !== place.volume) return volume < place.volume;
  return mint < place.mint;
};

/**
 * The page after a place (null: the first) among the tokens that match `search`, better matches first and each in the
 * ranking's order. Within one ranking every token comes exactly once. A place of another ranking goes on below the same
 * volume: what has risen or fallen past it in between comes twice or not at all.
 */
export const pageOf = (ranking: Ranking, search: string, place: Place | null, limit: number): RankingPage => {
  const wanted = fold(search);
  const found: number[][] = [[], [], []];
  for (const [index, token] of ranking.tokens.entries()) {
    const match = matchOf(token, wanted);
    if (match !== null) found[match]?.push(index);
  }
  const page: (RankedToken & { readonly match: number })[] = [];
  let isMore = false;
  for (const [match, indexes] of found.entries()) {
    for (const index of indexes) {
      const mint = ranking.tokens[index]?.mint;
      const volume = ranking.volumes[index];
      if (mint === undefined || volume === undefined || (place && !isAfter(match, volume, mint, place))) continue;
      if (page.length === limit) {
        isMore = true;
        break;
      }
      page.push({ mint, volume: lamports(volume), match });
    }
    if (isMore) break;
  }
  const last = page.at(-1);
  return {
    tokens: page,
    total: found.reduce((sum, indexes) => sum + indexes.length, 0),
    next: last && isMore ? { rankingId: ranking.id, match: last.match, volume: last.volume, mint: last.mint } : null,
  };
};

const cursorSchema = z.tuple([
  z.string().check(z.maxLength(40)),
  z.int().check(z.minimum(0), z.maximum(2)),
  z.string().check(z.regex(/^[0-9]{1,40}$/)),
  z.string().check(z.maxLength(44)),
]);

/** A place as the text that a caller hands back. */
export const writeCursor = ({ rankingId, match, volume, mint }: Place): string =>
  Buffer.from(JSON.stringify([rankingId, match, `${volume}`, mint])).toString("base64url");

/** @throws ApiError `invalid_field` for a text that this list never gave. */
export const readCursor = (cursor: string): Place => {
  try {
    const [rankingId, match, volume, mint] = cursorSchema.parse(
      JSON.parse(Buffer.from(cursor, "base64url").toString()),
    );
    return { rankingId, match, volume: BigInt(volume), mint };
  } catch (cause) {
    throw new ApiError("invalid_field", { field: "query.cursor", message: "must be a cursor of this list", cause });
  }
};
