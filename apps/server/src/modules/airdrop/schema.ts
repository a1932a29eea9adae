import type { TokenProgram } from "@tribe/chain/accounts";
import type { AirdropState, Ticket } from "@tribe/contract";
import type { AirdropOptions } from "@tribe/domain/airdrop";
import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { addressColumn, bytesColumn, countColumn, timeColumn, tokenUnitsColumn, uidColumn } from "../../db/columns.ts";

/** An airdrop, from the snapshot to its end. */
export const airdropTasks = pgTable(
  "airdrop_tasks",
  {
    id: uuid("id").primaryKey(),
    uid: uidColumn("uid").notNull(),
    /** The Tribe's. */
    mint: addressColumn("mint").notNull(),
    /** The Chief's wallet, which pays and signs. */
    creator: addressColumn("creator").notNull(),
    /** The token that is given. */
    airdropMint: addressColumn("airdrop_mint").notNull(),
    program: text("program").$type<TokenProgram>().notNull(),
    decimals: smallint("decimals").notNull(),
    name: text("name"),
    symbol: text("symbol"),
    amount: tokenUnitsColumn("amount").notNull(),
    options: jsonb("options").$type<AirdropOptions>().notNull(),
    snapshotSlot: countColumn("snapshot_slot").notNull(),
    snapshotAt: timeColumn("snapshot_at").notNull(),
    membersCount: integer("members_count").notNull(),
    holdersCount: integer("holders_count").notNull(),
    recipients: integer("recipients").notNull(),
    batchSize: smallint("batch_size").notNull(),
    batches: integer("batches").notNull(),
    /** SHA-256 of the list in its canonical form. */
    listHash: bytesColumn("list_hash").notNull(),
    state: smallint("state").$type<AirdropState>().notNull(),
    isEnding: boolean("is_ending").notNull().default(false),
    /** A seed of the list's account. It changes only when the transaction that would have created the account can never land. */
    slot: countColumn("slot"),
    makesPool: boolean("makes_pool").notNull(),
    setUpTicket: text("set_up_ticket").$type<Ticket>(),
    setUpId: uuid("set_up_id").notNull(),
    isSetUp: boolean("is_set_up").notNull().default(false),
    /** Returns the rent of the list's account; signed with the last batches, and sent when the program allows it. */
    closeTicket: text("close_ticket").$type<Ticket>(),
    closeId: uuid("close_id").notNull(),
    /** Keeps signed batches from landing, when the Chief ends the airdrop. */
    cancelTicket: text("cancel_ticket").$type<Ticket>(),
    cancelId: uuid("cancel_id").notNull().defaultRandom(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    endedAt: timeColumn("ended_at"),
  },
  (table) => [
    uniqueIndex("airdrop_tasks_only_open").on(table.mint).where(sql`${table.state} = 0`),
    index("airdrop_tasks_open").on(table.state).where(sql`${table.state} = 0`),
  ],
);

/** The snapshot: who held what, and gets what. */
export const airdropEntries = pgTable(
  "airdrop_entries",
  {
    taskId: uuid("task_id").notNull(),
    address: addressColumn("address").notNull(),
    isMember: boolean("is_member").notNull(),
    /** Base units of the Tribe's token. The creator's is shown, too, and has no weight. */
    weight: tokenUnitsColumn("weight").notNull(),
    amount: tokenUnitsColumn("amount").notNull(),
    /** Index in the list; null for who gets nothing. */
    place: integer("place"),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.address] }),
    uniqueIndex("airdrop_entries_place").on(table.taskId, table.place),
    index("airdrop_entries_address").on(table.address).where(sql`${table.place} is not null`),
  ],
);

/** The recipients of one transaction: those whose index, divided by the batch size, is this batch's. */
export const airdropBatches = pgTable(
  "airdrop_batches",
  {
    id: uuid("id").primaryKey(),
    taskId: uuid("task_id").notNull(),
    index: integer("index").notNull(),
    /** The newest transaction that was prepared for it. */
    ticket: text("ticket").$type<Ticket>(),
    isPaid: boolean("is_paid").notNull().default(false),
    /** The sum of its recipients; null in older airdrops. */
    amount: tokenUnitsColumn("amount"),
  },
  (table) => [
    uniqueIndex("airdrop_batches_index").on(table.taskId, table.index),
    uniqueIndex("airdrop_batches_ticket").on(table.ticket),
    // Partial indexes for unpaid batches, and for those of them that were prepared: few of the thousands that an airdrop may
    // have.
    index("airdrop_batches_unpaid").on(table.taskId, table.ticket).where(sql`not ${table.isPaid}`),
  ],
);

/** A stored airdrop. */
export type TaskRow = typeof airdropTasks.$inferSelect;
