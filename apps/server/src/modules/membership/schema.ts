import type { GroupSize } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { addressColumn, timeColumn, tokenUnitsColumn, uidColumn } from "../../db/columns.ts";
import type { StoredSeatLoss } from "./seat-loss.ts";

/** Counters stay far below 2⁵³. */
const countColumn = (name: string) => bigint(name, { mode: "number" });

/** A Tribe's channel. Its row lock orders messages and seats. */
export const channels = pgTable("channels", {
  mint: addressColumn("mint").primaryKey(),
  /** Sequence number of the newest message; 0 for none. */
  headSeq: countColumn("head_seq").notNull().default(0),
  groupSize: integer("group_size").$type<GroupSize>().notNull(),
  memberCount: integer("member_count").notNull().default(0),
  /** Counts who joined, so that ties of holding go to who came first. */
  joinCount: countColumn("join_count").notNull().default(0),
});

/** Who ever joined, and what became of it. The Chief has no row. */
export const seats = pgTable(
  "seats",
  {
    mint: addressColumn("mint").notNull(),
    uid: uidColumn("uid").notNull(),
    address: addressColumn("address").notNull(),
    state: text("state", { enum: ["active", "expired", "banned"] }).notNull(),
    /** Smaller joined earlier. */
    joinOrder: countColumn("join_order").notNull(),
    /** What {@link holdings} has of the address, so that the seats are found by one walk over an index. */
    holding: tokenUnitsColumn("holding").notNull().default(sql`0`),
    /** Why the seat was lost; null for who has one. {@link seatReason} reads it as text. */
    loss: jsonb("loss").$type<StoredSeatLoss>(),
    /** Why the seat was lost, in words: only rows that have not changed since versions which wrote it. */
    reason: text("reason"),
    changedAt: timeColumn("changed_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.mint, table.uid] }),
    index("seats_active").on(table.mint, table.state),
    // The order in which seats are given.
    index("seats_ranked")
      .on(table.mint, table.holding.desc().nullsFirst(), table.joinOrder)
      .where(sql`${table.state} <> 'banned'`),
    index("seats_uid").on(table.uid),
    index("seats_address").on(table.mint, table.address),
    // What happened last in all Tribes.
    index("seats_changed").on(table.changedAt).where(sql`${table.state} <> 'banned'`),
    check("seats_join_order_positive", sql`${table.joinOrder} > 0`),
  ],
);
