import { type Address, ApiError, routes, tokenUnits, topHoldersLimit } from "@tribe/contract";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { implement } from "../../http/implement.ts";
import { faceAt } from "./face.ts";
import { tokenAccounts } from "./schema.ts";
import { findToken } from "./tokens.ts";

/** The largest holders by the index, each with the face that others see. */
export const holders = implement(routes.token.holders, async ({ ctx, tx, query }) => {
  if (!(await findToken(tx, query.mint))) throw new ApiError("not_found");
  const { owner, account, amount } = tokenAccounts;
  const total = sql<string>`sum(${amount})`;
  const rows = await tx
    .select({
      owner,
      total: total.as("total"),
      largest: sql<Address>`(array_agg(${account} order by ${amount} desc, ${account}))[1]`,
    })
    .from(tokenAccounts)
    .where(and(eq(tokenAccounts.mint, query.mint), gt(amount, tokenUnits(0n))))
    .groupBy(owner)
    .orderBy(desc(total), owner)
    .limit(topHoldersLimit);
  const people = await ctx.ports.people.byAddresses(
    tx,
    rows.map((row) => row.owner),
  );
  return {
    holders: rows.map((row) => {
      const person = people.get(row.owner);
      return {
        ownerAddress: row.owner,
        amount: tokenUnits(BigInt(row.total)),
        address: row.largest,
        uid: person?.uid ?? null,
        ...faceAt(row.owner, person),
      };
    }),
  };
});
