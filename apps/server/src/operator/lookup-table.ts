import { buildLookupTableMessage, isOurLookupTable, lookupTableAddress } from "@tribe/chain/airdrop";
import type { Address } from "@tribe/contract";
import { operate, until } from "../engines/chain/operate.ts";
import type { Chain } from "../engines/chain/port.ts";
import { readAccountWithOwner } from "../engines/chain/read-account.ts";
import { type Installation, OperatorError } from "./port.ts";

/**
 * Creates the cluster's lookup table for airdrops, which nobody can change afterwards, or checks an existing one.
 * @param made the existing one; null to create one
 * @throws OperatorError when the existing one is not ours
 */
export const makeLookupTable = async (installation: Installation, made: Address | null): Promise<string> => {
  const { chain } = installation;
  const isOurs = async (table: Address) => {
    const account = await readAccountWithOwner(chain, table);
    return account !== null && (await isOurLookupTable(account.owner, account.data));
  };
  if (made !== null) {
    if (!(await isOurs(made)))
      throw new OperatorError(`${made} is not a table of airdrops' addresses that nobody can change.`);
    return `${made} holds what it should, and nobody can change it.`;
  }
  const table = await makeTable(installation, chain);
  await until("the lookup table is there", () => isOurs(table));
  return `The lookup table is made, and nobody can change it: set LOOKUP_TABLE=${table} and start the server again.`;
};

const makeTable = async (installation: Installation, chain: Chain): Promise<Address> => {
  const slot = await chain.rpc.getSlot({ commitment: "finalized" }).send();
  const admin = await installation.admin();
  await operate(chain, admin, (frame) => buildLookupTableMessage(frame, slot));
  return lookupTableAddress(admin.address, slot);
};
