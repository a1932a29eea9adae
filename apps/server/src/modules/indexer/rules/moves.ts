import type { Address, Lamports, Mint } from "@tribe/contract";
import type { tokenMoves } from "../schema.ts";
import type { TokenRow } from "../store/tokens.ts";

/** How a transaction changed a token account's balance. */
export interface AccountMove {
  readonly account: Address;
  /** The account's mint: a Tribe's old or new one, or anybody's. */
  readonly mint: Mint;
  readonly owner: Address;
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: Date;
  /** Base units of that mint. */
  readonly unitsBefore: bigint;
  readonly unitsAfter: bigint;
  /** What the owner paid the network for the whole transaction; 0 when somebody else paid. */
  readonly networkFee: Lamports;
  /** Lamports that the owner put into the account, or below 0 got back. */
  readonly deposit: bigint;
}

/** A move as it is stored; null for the programs' own vaults, whose tokens are nobody's. */
export const moveRow = (
  move: AccountMove,
  token: Pick<TokenRow, "mint" | "vaults">,
): typeof tokenMoves.$inferInsert | null =>
  token.vaults.includes(move.account) ? null : { ...move, mint: token.mint, isNew: move.mint !== token.mint };
