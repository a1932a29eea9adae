import type { Mint, TokenId } from "@tribe/contract";
import { eq, inArray, or, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { pools, tokens } from "../schema.ts";

/** A token in the index. */
export type TokenRow = typeof tokens.$inferSelect;

const tokenOn = preparedOnce((db) =>
  db
    .select()
    .from(tokens)
    .where(eq(tokens.mint, sql.placeholder("mint")))
    .prepare("market_token"),
);

/** The token of a mint; null when the index does not know it. */
export const findToken = async (db: Reader, mint: Mint): Promise<TokenRow | null> =>
  (await tokenOn(db).execute({ mint }))[0] ?? null;

/** Locks and reads tokens, in the order in which everybody locks several. */
export const lockTokens = (tx: Executor, mints: readonly Mint[]): Promise<TokenRow[]> =>
  tx
    .select()
    .from(tokens)
    .where(inArray(tokens.mint, [...mints]))
    .orderBy(tokens.mint)
    .for("update");

/** The Tribes' (old) mints for mints that may be old or new; mints of others are absent. */
export const tribesOf = async (db: Executor, mints: readonly Mint[]): Promise<Map<Mint, Mint>> => {
  if (mints.length === 0) return new Map();
  const { mint, newMint } = tokens;
  const rows = await db
    .select({ mint, newMint })
    .from(tokens)
    .where(or(inArray(mint, [...mints]), inArray(newMint, [...mints])));
  return new Map(
    rows.flatMap((row) => [[row.mint, row.mint] as const, ...(row.newMint ? [[row.newMint, row.mint] as const] : [])]),
  );
};

/** All Tribes of the index by their mint. */
export const indexedMints = async (db: Reader): Promise<Mint[]> =>
  (await db.select({ mint: tokens.mint }).from(tokens)).map((row) => row.mint);

/** A token whose curve is sold out and which has no pool yet. */
export interface FullCurve {
  readonly mint: Mint;
  readonly tokenId: TokenId;
}

/** All such tokens of the index. */
export const fullCurves = (db: Executor): Promise<FullCurve[]> =>
  db
    .select({ mint: tokens.mint, tokenId: tokens.tokenId })
    .from(tokens)
    .where(sql`${tokens.newMint} is null and ${tokens.supply} >= ${tokens.maxSupply}`);

/** A token with the numbers of its curve's and its pool's next event; null when the index does not know it. */
export const countersOf = async (db: Reader, mint: Mint) => {
  const [row] = await db
    .select({ tokenId: tokens.tokenId, curve: tokens.nextSeq, pool: pools.nextSeq })
    .from(tokens)
    .leftJoin(pools, eq(pools.mint, tokens.mint))
    .where(eq(tokens.mint, mint));
  return row ?? null;
};
