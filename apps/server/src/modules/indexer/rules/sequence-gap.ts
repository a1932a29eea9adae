import type { TokenId } from "@tribe/contract";

/** An event arrived before an earlier one of the same token: the missing ones must be fetched first. */
export class SequenceGap extends Error {
  readonly tokenId: TokenId;

  constructor(tokenId: TokenId) {
    super(`events of token ${tokenId} are missing before the one that came`);
    this.tokenId = tokenId;
  }
}
