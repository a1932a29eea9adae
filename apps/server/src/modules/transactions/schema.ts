import type { Base64, Ticket, TradeState, TransactionSignature } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { addressColumn, timeColumn, uidColumn } from "../../db/columns.ts";
import type { TransactionKindName } from "./rules/kinds.ts";

/** One prepared transaction of a person, from its message to its final outcome. */
export const tickets = pgTable(
  "tickets",
  {
    ticket: text("ticket").$type<Ticket>().primaryKey(),
    uid: uidColumn("uid").notNull(),
    idempotencyKey: uuid("idempotency_key").notNull(),
    kind: text("kind").$type<TransactionKindName>().notNull(),
    mint: addressColumn("mint").notNull(),
    /** Who must sign: the wallet at the time of preparation. */
    trader: addressColumn("trader").notNull(),
    /** The request, to tell a repeated one from a different one with the same key. */
    request: jsonb("request").$type<Record<string, string>>().notNull(),
    /** Exactly the bytes that the trader signs, and whoever co-signs its kind. */
    message: text("message").$type<Base64>().notNull(),
    lastValidBlockHeight: bigint("last_valid_block_height", { mode: "number" }).notNull(),
    state: smallint("state").$type<TradeState>().notNull(),
    /** Set in the commit that makes the ticket pending; sent, and sent again, as it is. */
    signedTransaction: text("signed_transaction").$type<Base64>(),
    signature: text("signature").$type<TransactionSignature>().unique(),
    errorReason: text("error_reason"),
    /** It failed, and preparing it anew can succeed. */
    isRetryable: boolean("is_retryable").notNull().default(false),
    /** Its kind allows one open ticket for each person and token. */
    isOnlyOpen: boolean("is_only_open").notNull().default(true),
    /** The span that prepared it (W3C's `traceparent`), for those that follow; null while traces are off. */
    trace: text("trace"),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    changedAt: timeColumn("changed_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("tickets_uid_key").on(table.uid, table.idempotencyKey),
    uniqueIndex("tickets_only_open")
      .on(table.uid, table.mint, table.kind)
      .where(sql`${table.state} in (0, 1) and ${table.isOnlyOpen}`),
    // Landed transfers by sender and by recipient; no other tickets.
    index("tickets_transfers_from")
      .on(table.uid, table.changedAt)
      .where(sql`${table.kind} = 'transfer' and ${table.state} = 2`),
    index("tickets_transfers_to")
      .on(sql`(${table.request} ->> 'recipient')`, table.changedAt)
      .where(sql`${table.kind} = 'transfer' and ${table.state} = 2`),
    index("tickets_pending").on(table.state).where(sql`${table.state} = 1`),
  ],
);

/** A ticket as stored. */
export type TicketRow = typeof tickets.$inferSelect;
