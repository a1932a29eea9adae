import { airdropBatchSize, airdropCost } from "@tribe/chain/airdrop";
import { routes, tokenUnits } from "@tribe/contract";
import { leastAirdropAmount } from "@tribe/domain/airdrop";
import { query } from "../../../http/implement.ts";
import { takeSnapshot } from "../../market/index.ts";
import { checkOrder, optionsOf } from "../planning/order.ts";
import { countOthers, problemOf, splitOrder, weightsOf } from "../rules/plan.ts";

/** How an amount would be divided now. The stored snapshot is taken when the airdrop is created, and may differ. */
export const preview = query(routes.airdrop.preview, async ({ ctx, query, session }) => {
  const options = optionsOf(query);
  const { creator, given } = await checkOrder(ctx, session.uid, query, options);
  const snapshot = await takeSnapshot(ctx.db, query.mint);
  const holders = weightsOf(snapshot);
  const split = splitOrder({ amount: query.airdropAmount, creator, options }, snapshot);
  const least = leastAirdropAmount({ creator, holders, options }, given.held);
  const batchSize = airdropBatchSize(given.hasLookupTable);
  const refusal = split.kind === "refused" ? problemOf(split.reason) : null;
  const isTooMuch = query.airdropAmount > given.held;
  return {
    split:
      split.kind === "refused"
        ? null
        : {
            creatorPart: tokenUnits(split.creatorPart),
            membersPart: tokenUnits(split.membersPart),
            holdersPart: tokenUnits(split.holdersPart),
            membersCount: split.membersCount,
            holdersCount: split.holdersCount,
            recipients: split.shares.length,
            totalBatches: Math.ceil(split.shares.length / batchSize),
            cost: airdropCost({
              recipients: split.shares.length,
              batchSize,
              program: given.token.program,
              makesPool: !given.hasPool,
              microLamportsPerUnit: given.microLamportsPerUnit,
            }),
          },
    problem: isTooMuch && refusal !== "airdrop_no_target" ? "airdrop_too_large" : refusal,
    leastAmount: least.kind === "found" ? tokenUnits(least.amount) : null,
    ...countOthers(snapshot, creator),
    programsCount: snapshot.programs,
  };
});
