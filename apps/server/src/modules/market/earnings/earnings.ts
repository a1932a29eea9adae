import { ApiError, routes } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { implement } from "../../../http/implement.ts";
import { tokens } from "../schema.ts";
import { earningsPage } from "./page.ts";
import { payoutsOf } from "./payouts.ts";
import { creatorSums, referralSums } from "./sums.ts";

/** What the caller earned by others' trades, as the index has it: exact sums, and the trades newest first. */
export const earnings = implement(routes.earnings.list, async ({ ctx, tx, query, session }) => {
  const person = await ctx.ports.people.byUid(tx, session.uid);
  if (!person) throw new ApiError("unauthorized");
  const { address } = person;
  if (!address) throw new ApiError("wallet_missing");
  const own = await tx.select().from(tokens).where(eq(tokens.creatorAddress, address));
  const [payouts, referral] = await Promise.all([
    payoutsOf(
      tx,
      own.map(({ mint }) => mint),
    ),
    referralSums(tx, address),
  ]);
  const page = await earningsPage(tx, { address, own, payouts }, query.cursor, query.limit);
  return { creator: creatorSums(own, payouts), referral, ...page };
});
