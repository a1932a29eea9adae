import { type Address, type TokenUnits, tokenUnits } from "@tribe/contract";
import type { TokenAccount } from "../../queries/chain.ts";

/** An owner's tokens of a mint, by what our transactions can do with them. */
export interface TradableTokens {
  /** In the associated account: everything that can be sold, converted or swapped here. */
  readonly units: TokenUnits;
  /** Whether the associated account exists; creating it costs rent. */
  readonly exists: boolean;
  /** In other accounts: counts for a seat, but can't be traded here. */
  readonly elsewhere: TokenUnits;
}

/** Splits an owner's accounts of a mint. @param associated the address of the account that this app trades from */
export const splitAccounts = (accounts: readonly TokenAccount[], associated: Address): TradableTokens => {
  const own = accounts.find(({ address }) => address === associated);
  const sum = accounts.reduce((before, { units }) => before + units, 0n);
  const units = own?.units ?? tokenUnits(0n);
  return { units, exists: own !== undefined, elsewhere: tokenUnits(sum - units) };
};
