import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { nameAndPictureAt, peopleByAddresses } from "../../identity/index.ts";
import { findToken } from "../../indexer/index.ts";
import { largestAccounts, topHolders } from "../store/holders.ts";

/** The largest holders in the index, with name and picture. */
export const holders = query(routes.market.holders, async ({ tx, query: { mint } }) => {
  if (!(await findToken(tx, mint))) throw new ApiError("not_found");
  const rows = await topHolders(tx, mint);
  const owners = rows.map((row) => row.owner);
  const largest = await largestAccounts(tx, mint, owners);
  const people = await peopleByAddresses(tx, owners);
  return {
    holders: rows.map(({ owner, amount }) => {
      const person = people.get(owner);
      return {
        ownerAddress: owner,
        amount,
        // Every holder has at least one account.
        address: largest.get(owner) ?? owner,
        uid: person?.uid ?? null,
        ...nameAndPictureAt(owner, person),
      };
    }),
  };
});
