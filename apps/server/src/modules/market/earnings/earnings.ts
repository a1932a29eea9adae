import { ApiError, routes } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { implement } from "../../../http/implement.ts";
import { tokens } from "../schema.ts";
import { earningsPage } from "./page.ts";
import { creatorSums, referralSums } from "./sums.ts";

/** What the caller earned by others' trades, as the index has it: exact sums, and the trades newest first. */
export const earnings = implement(routes.earnings.list, async ({ ctx, tx, query, session }) => {
  const person = await ctx.ports.people.byUid(tx, session.uid);
  if (!person) throw new ApiError("unauthorized");
  const { address } = person;
  if (!address) throw new ApiError("wallet_missing");
  const own = await tx.select({ mint: tokens.mint }).from(tokens).where(eq(tokens.creatorAddress, address));
  const mints = own.map(({ mint }) => mint);
  const [creator, referral, page] = await Promise.all([
    creatorSums(tx, mints),
    referralSums(tx, address),
    earningsPage(tx, { address, mints }, query.cursor, query.limit),
  ]);
  return { creator, referral, ...page };
});
