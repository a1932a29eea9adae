import type { TransactionSignature } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { changeTickets } from "./store/change-tickets.ts";
import { lockPendingTickets } from "./store/tickets.ts";

/**
 * Marks landed tickets as confirmed. All events of one turn of the event loop, such as those of one commit of the index, share a
 * transaction.
 */
export const landedSettler = (ctx: AppContext): ((event: { payload: { signature: string } }) => Promise<void>) => {
  let landed: TransactionSignature[] = [];
  let settling = Promise.resolve();
  return ({ payload }) => {
    if (landed.length === 0)
      settling = Promise.resolve().then(() => {
        const signatures = landed;
        landed = [];
        return settleLanded(ctx, signatures);
      });
    landed.push(payload.signature as TransactionSignature); // as the chain names it
    return settling;
  };
};

/** Marks the pending tickets of these confirmed transactions as confirmed. */
export const settleLanded = (ctx: AppContext, signatures: readonly TransactionSignature[]): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await changeTickets(tx, await lockPendingTickets(tx, signatures), { kind: "confirmed" });
  });
