import { type Address, ApiError, type Mint, routes, topHoldersLimit } from "@tribe/contract";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { query } from "../../../http/implement.ts";
import { faceAt, peopleByAddresses } from "../../identity/index.ts";
import { findToken } from "../../indexer/index.ts";
import { holdings, tokenAccounts } from "../../indexer/schema.ts";

/** The largest holders in the index, with name and picture. */
export const holders = query(routes.market.holders, async ({ tx, query }) => {
  if (!(await findToken(tx, query.mint))) throw new ApiError("not_found");
  const rows = await tx
    .select({ owner: holdings.owner, amount: holdings.amount })
    .from(holdings)
    .where(eq(holdings.mint, query.mint))
    .orderBy(desc(holdings.amount), holdings.owner)
    .limit(topHoldersLimit);
  const owners = rows.map((row) => row.owner);
  const largest = await largestAccounts(tx, query.mint, owners);
  const people = await peopleByAddresses(tx, owners);
  return {
    holders: rows.map((row) => {
      const person = people.get(row.owner);
      return {
        ownerAddress: row.owner,
        amount: row.amount,
        // Every holder has at least one account.
        address: largest.get(row.owner) ?? row.owner,
        uid: person?.uid ?? null,
        ...faceAt(row.owner, person),
      };
    }),
  };
});

/** Each owner's largest token account. */
const largestAccounts = async (
  db: Executor,
  mint: Mint,
  owners: readonly Address[],
): Promise<Map<Address, Address>> => {
  if (owners.length === 0) return new Map();
  const { owner, account, amount } = tokenAccounts;
  const rows = await db
    .selectDistinctOn([owner], { owner, account })
    .from(tokenAccounts)
    .where(and(eq(tokenAccounts.mint, mint), inArray(owner, [...owners])))
    .orderBy(owner, desc(amount), account);
  return new Map(rows.map((row) => [row.owner, row.account]));
};
