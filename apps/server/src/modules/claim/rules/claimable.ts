import type { Mint } from "@tribe/contract";
import type { CompressedTokenAccount } from "../../../engines/compression/port.ts";

/** The accounts of each token. */
export const groupByMint = <Account extends Pick<CompressedTokenAccount, "mint">>(
  accounts: readonly Account[],
): ReadonlyMap<Mint, Account[]> => {
  const byMint = new Map<Mint, Account[]>();
  for (const account of accounts) {
    const others = byMint.get(account.mint);
    if (others) others.push(account);
    else byMint.set(account.mint, [account]);
  }
  return byMint;
};

/**
 * Tokens in the order in which they are offered: those of Tribe's airdrops come first, however many others somebody has sent.
 * @param authors who gave each token in an airdrop of Tribe
 */
export const mintsInOrder = (mints: readonly Mint[], authors: ReadonlyMap<Mint, readonly unknown[]>): Mint[] => {
  const isOurs = (mint: Mint) => (authors.get(mint)?.length ?? 0) > 0;
  return [...mints].sort((one, other) => Number(isOurs(other)) - Number(isOurs(one)));
};
