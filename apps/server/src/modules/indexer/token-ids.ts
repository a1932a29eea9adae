import type { Mint, TokenId } from "@tribe/contract";
import type { Reader } from "../../db/client.ts";
import { findToken } from "./store/tokens.ts";

const tokenIds = new Map<Mint, TokenId>();
const maxTokenIds = 50_000;

/** A token's id, which never changes and is therefore cached. Null when the index does not know the mint. */
export const tokenIdOf = async (db: Reader, mint: Mint): Promise<TokenId | null> => {
  const cached = tokenIds.get(mint);
  if (cached !== undefined) return cached;
  const token = await findToken(db, mint);
  if (!token) return null;
  if (tokenIds.size >= maxTokenIds) tokenIds.clear();
  tokenIds.set(mint, token.tokenId);
  return token.tokenId;
};
