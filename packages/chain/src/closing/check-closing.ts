import { type Address, type Lamports, lamports } from "@tribe/contract";
import { fromChainAddress, tokenProgramAddress } from "../accounts/addresses.ts";
import { rentExemptMinimum } from "../accounts/rent.ts";
import type { FetchedAccount } from "../clear-signing/chain-facts.ts";
import type { CloseAccountsDescription } from "../clear-signing/description.ts";
import { isClosable } from "./closable.ts";

/** Facts from the chain about accounts that the wallet is asked to close. */
export interface ClosingFacts {
  /** The least that comes back: the deposits of accounts of these lengths. */
  readonly deposits: Lamports;
  /** Whether all of them are empty now, and the wallet may close them; otherwise nothing happens. */
  readonly isPossible: boolean;
}

/** Accounts to fetch, and how to evaluate a node's answer. */
export interface ClosingCheckPlan {
  readonly addresses: readonly Address[];
  readonly evaluate: (accounts: readonly FetchedAccount[]) => ClosingFacts;
}

/** Plans a wallet's checks of accounts that it is asked to close. */
export const planClosingCheck = ({ wallet, accounts }: CloseAccountsDescription): ClosingCheckPlan => ({
  addresses: accounts.map(({ account }) => account),
  evaluate: (fetched) => {
    const empty = accounts.flatMap(({ program }, index) => {
      const found = fetched[index];
      const isOfProgram = found?.owner === fromChainAddress(tokenProgramAddress(program));
      return found && isOfProgram && isClosable(found.data, wallet, 0n) ? [found.data] : [];
    });
    return {
      deposits: lamports(empty.reduce((sum, data) => sum + rentExemptMinimum(data.length), 0n)),
      isPossible: empty.length === accounts.length,
    };
  },
});
