import { airdropState, tradeState } from "@tribe/contract";
import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Reader } from "../../../db/client.ts";
import { tickets } from "../../transactions/schema.ts";
import { airdropTasks } from "../schema.ts";

const cancels = alias(tickets, "cancels");

/** The signed transactions that close the accounts of airdrops that are over. */
export const dueClosings = (db: Reader) =>
  db
    .select({ ticket: tickets.ticket, signedTransaction: tickets.signedTransaction, slot: airdropTasks.slot })
    .from(airdropTasks)
    .innerJoin(tickets, eq(tickets.ticket, airdropTasks.closeTicket))
    .leftJoin(cancels, eq(cancels.ticket, airdropTasks.cancelTicket))
    // An airdrop that is being ended is cancelled first: until then its account can't be closed.
    .where(
      and(
        eq(tickets.state, tradeState.initialized),
        isNotNull(tickets.signedTransaction),
        ne(airdropTasks.state, airdropState.pending),
        or(isNull(airdropTasks.cancelTicket), eq(cancels.state, tradeState.succeeded)),
      ),
    );
