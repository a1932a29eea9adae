import { type TransactionSignature, tradeState } from "@tribe/contract";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { kindOf, knownKinds } from "./kinds.ts";
import { tickets } from "./schema.ts";
import { applyTicketEvent, applyTicketEvents } from "./tickets.ts";

/**
 * Marks landed tickets as confirmed. All events of one turn of the event loop, such as those of one commit of the index, share a
 * transaction.
 */
export const landedSettler = (ctx: AppContext): ((event: { payload: { signature: string } }) => Promise<void>) => {
  let heard: TransactionSignature[] = [];
  let settling = Promise.resolve();
  return ({ payload }) => {
    if (heard.length === 0)
      settling = Promise.resolve().then(() => {
        const signatures = heard;
        heard = [];
        return settleLanded(ctx, signatures);
      });
    heard.push(payload.signature as TransactionSignature); // as the chain names it
    return settling;
  };
};

/** Marks the pending tickets of these confirmed transactions as confirmed. */
export const settleLanded = (ctx: AppContext, signatures: readonly TransactionSignature[]): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(tickets)
      .where(
        and(
          inArray(tickets.signature, [...signatures]),
          eq(tickets.state, tradeState.pending),
          inArray(tickets.kind, knownKinds()),
        ),
      )
      // Everybody who locks several tickets locks them in this order.
      .orderBy(asc(tickets.ticket))
      .for("update");
    const announcing = rows.filter((row) => kindOf(row.kind).announce);
    for (const row of announcing) await applyTicketEvent(tx, row, { kind: "confirmed" });
    const others = rows.filter((row) => !kindOf(row.kind).announce);
    await applyTicketEvents(tx, others, { kind: "confirmed" });
  });
