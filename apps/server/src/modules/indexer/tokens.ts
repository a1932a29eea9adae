import type { Mint, TokenId } from "@tribe/contract";
import { eq, inArray, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { chainEvents, tokens } from "./schema.ts";

/** A token in the index. */
export type TokenRow = typeof tokens.$inferSelect;

/** The token of a mint; null when the index does not know it. */
export const findToken = async (db: Reader, mint: Mint): Promise<TokenRow | null> =>
  (await tokenOn(db).execute({ mint }))[0] ?? null;

/** A token's id, which never changes and is therefore cached. Null when the index does not know the mint. */
export const tokenIdOf = async (db: Reader, mint: Mint): Promise<TokenId | null> => {
  const known = tokenIds.get(mint);
  if (known !== undefined) return known;
  const token = await findToken(db, mint);
  if (!token) return null;
  if (tokenIds.size >= maxTokenIds) tokenIds.clear();
  tokenIds.set(mint, token.tokenId);
  return token.tokenId;
};
const tokenIds = new Map<Mint, TokenId>();
const maxTokenIds = 50_000;

const tokenOn = preparedOnce((db) =>
  db
    .select()
    .from(tokens)
    .where(eq(tokens.mint, sql.placeholder("mint")))
    .prepare("market_token"),
);

/** Which of these transactions the index has, by their signatures. */
export const indexedOf = async (db: Executor, signatures: readonly string[]): Promise<ReadonlySet<string>> => {
  const { signature } = chainEvents;
  const rows = await db
    .selectDistinct({ signature })
    .from(chainEvents)
    .where(inArray(signature, [...signatures]));
  return new Set(rows.map((row) => row.signature));
};
