import { isOurLookupTable } from "@tribe/chain/airdrop";
import type { Address } from "@tribe/contract";
import { airdropRefusals } from "@tribe/domain/words";
import type { ReadAccounts } from "../chain/node-client.ts";
import { WalletError } from "../wallet/wallet-error.ts";

/**
 * Checks on chain that a lookup table holds the accounts that our messages refer to by index: with another table the same bytes
 * would pay other accounts.
 * @throws WalletError `refused` for a missing or different table, `unavailable` when no node answers
 */
export const checkedLookupTable = async (ask: ReadAccounts, table: Address | null): Promise<Address> => {
  if (table === null) throw new WalletError("refused", airdropRefusals.noLookupTable);
  const [account] = await ask([table]).catch((cause: unknown) => {
    throw new WalletError("unavailable", airdropRefusals.networkSilent, { cause });
  });
  if (!account || !(await isOurLookupTable(account.owner, account.data)))
    throw new WalletError("refused", airdropRefusals.otherLookupTable);
  return table;
};
