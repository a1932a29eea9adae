import { type Address, addressSchema, type TokenId } from "@tribe/contract";
import { accountsOfToken, type TokenOnChain } from "../../../../packages/chain/src/clear-signing/testing-accounts.ts";
import type { ReadAccounts } from "../chain/node-client.ts";
import { testAddresses } from "./messages.ts";

/** The token of this package's messages, as its mint has it. */
export const tokenOnChain: TokenOnChain = {
  program: testAddresses.programAddress,
  tokenId: 7n as TokenId, // any u64
  name: "Harbour Radio",
  symbol: "HAR",
  creator: addressSchema.parse("8dHEsm9jeYwzRVfHsM4AtkpSzN8Z1V6sXyTYmGkCmPhY"),
  sold: 20_000_000_000n,
};

/** The same token after its migration. */
export const migratedTokenOnChain: TokenOnChain = {
  ...tokenOnChain,
  pool: { lamports: 85_000_000_000n, tokens: 2_000_000_000_000_000n },
};

/** A node that has nothing but this token. */
export const nodeTelling = async (token: TokenOnChain): Promise<ReadAccounts> => {
  const accounts = await accountsOfToken(token);
  return async (addresses: readonly Address[]) => addresses.map((address) => accounts.get(address) ?? null);
};

/** A node that does not answer. */
export const silentNode: ReadAccounts = async () => {
  throw new Error("no answer");
};
