import { decodeCreateData } from "@tribe/chain/messages";
import type { TokenId } from "@tribe/contract";
import type { ChainTransaction } from "../intake/chain-transaction.ts";

/**
 * Name and symbol of the token that a transaction created.
 * @throws Error when the transaction has no such instruction, which would be a fault of ours
 */
export const wordsOfCreation = (
  transaction: ChainTransaction,
  tokenId: TokenId,
): { readonly name: string; readonly symbol: string } => {
  const created = transaction.programCalls.map(decodeCreateData).find((data) => data?.tokenId === tokenId);
  if (!created) throw new Error(`transaction ${transaction.signature} created token ${tokenId} without a call for it`);
  return created;
};
