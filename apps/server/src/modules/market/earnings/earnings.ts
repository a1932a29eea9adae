import { ApiError, routes } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import { preparedOnce } from "../../../db/prepared.ts";
import { implement } from "../../../http/implement.ts";
import { tokens } from "../schema.ts";
import { earningsPage } from "./page.ts";
import { payoutsOf } from "./payouts.ts";
import { creatorSums, referralSums } from "./sums.ts";

const ownTokensOn = preparedOnce((db) =>
  db
    .select()
    .from(tokens)
    .where(eq(tokens.creatorAddress, sql.placeholder("address")))
    .prepare("market_earnings_tokens"),
);

/** What the caller earned by others' trades, as the index has it: exact sums, and the trades newest first. */
export const earnings = implement(routes.earnings.list, async ({ ctx, tx, query, session }) => {
  const person = await ctx.ports.people.byUid(tx, session.uid);
  if (!person) throw new ApiError("unauthorized");
  const { address } = person;
  if (!address) throw new ApiError("wallet_missing");
  const own = await ownTokensOn(tx).execute({ address });
  const payouts = payoutsOf(
    tx,
    own.map(({ mint }) => mint),
  );
  const [paid, referral, page] = await Promise.all([
    payouts,
    referralSums(tx, address),
    earningsPage(tx, { address, own, payouts }, query.cursor, query.limit),
  ]);
  return { creator: creatorSums(own, paid), referral, ...page };
});
