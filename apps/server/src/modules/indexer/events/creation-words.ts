import { decodeCreateData } from "@tribe/chain/messages";
import type { TokenId } from "@tribe/contract";
import type { ChainTransaction } from "../intake/chain-transaction.ts";

/**
 * Name and symbol of a token that a transaction created.
 * @throws when the transaction has no such instruction: then our reader is wrong, not the chain.
 */
export const wordsOfCreation = (
  transaction: ChainTransaction,
  tokenId: TokenId,
): { readonly name: string; readonly symbol: string } => {
  const created = transaction.programCalls.map(decodeCreateData).find((data) => data?.tokenId === tokenId);
  if (!created) throw new Error(`transaction ${transaction.signature} created token ${tokenId} without a call for it`);
  return created;
};
