import type { TokenId } from "@tribe/contract";

/** An event came before one that precedes it: the missing ones must be fetched first. */
export class SequenceGap extends Error {
  readonly tokenId: TokenId;

  constructor(tokenId: TokenId) {
    super(`events of token ${tokenId} are missing before the one that came`);
    this.tokenId = tokenId;
  }
}
