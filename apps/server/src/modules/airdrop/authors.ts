import type { Address, Mint } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { nameAndPictureAt, peopleByAddresses } from "../identity/index.ts";

/** The Chief whose airdrop has paid a token. */
export interface Author {
  readonly address: Address;
  readonly displayName: string;
}

/** Whose airdrops have paid each token, by the name that everybody sees now. */
export const authorsOf = async (
  db: Executor,
  shares: readonly { readonly airdropMint: Mint; readonly creator: Address }[],
): Promise<ReadonlyMap<Mint, readonly Author[]>> => {
  const people = await peopleByAddresses(db, [...new Set(shares.map(({ creator }) => creator))]);
  const authors = new Map<Mint, readonly Author[]>();
  for (const { airdropMint, creator: address } of shares) {
    const known = authors.get(airdropMint) ?? [];
    if (known.some((author) => author.address === address)) continue;
    authors.set(airdropMint, [
      ...known,
      { address, displayName: nameAndPictureAt(address, people.get(address)).displayName },
    ]);
  }
  return authors;
};
