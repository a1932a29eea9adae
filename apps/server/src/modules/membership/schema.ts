import type { ChatChange, GroupSize, MembershipState, MessageId, SlowMode } from "@tribe/contract";
import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { addressColumn, countColumn, timeColumn, tokenUnitsColumn, uidColumn } from "../../db/columns.ts";
import { tribeRate } from "./rules/tribe-rate.ts";
import type { StoredSeatLoss } from "./seat-loss.ts";

/** A Tribe's channel. Its row lock orders messages and seats. */
export const channels = pgTable("channels", {
  mint: addressColumn("mint").primaryKey(),
  /** Sequence number of the newest message or other change; 0 when there is none. */
  headSeq: countColumn("head_seq").notNull().default(0),
  /** Number of the newest message. */
  headNumber: countColumn("head_number").notNull().default(0),
  groupSize: integer("group_size").$type<GroupSize>().notNull(),
  memberCount: integer("member_count").notNull().default(0),
  /** Counts who joined, so that of equal holdings the one who came first ranks higher. */
  joinCount: countColumn("join_count").notNull().default(0),
  /** Slow mode: seconds between two messages of a member; 0 is off. */
  slowMode: integer("slow_mode").$type<SlowMode>().notNull().default(0),
  onlyChiefWrites: boolean("only_chief_writes").notNull().default(false),
  /** Visitors may see the last messages. */
  hasPreview: boolean("has_preview").notNull().default(false),
  pinnedId: uuid("pinned_id").$type<MessageId>(),
  /** The Tribe's rate allowance, besides each person's own. */
  sendTokens: doublePrecision("send_tokens").notNull().default(tribeRate.burst),
  sendsFilledAt: timeColumn("sends_filled_at").notNull().defaultNow(),
});

/**
 * All changes in a channel other than new messages. Together with the messages they use each number of the channel's sequence
 * exactly once.
 */
export const channelChanges = pgTable(
  "channel_changes",
  {
    mint: addressColumn("mint").notNull(),
    seq: countColumn("seq").notNull(),
    change: jsonb("change").$type<ChatChange>().notNull(),
    changedAt: timeColumn("changed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mint, table.seq] })],
);

/** Everybody who ever joined, with their membership now. The Chief has no row. */
export const seats = pgTable(
  "seats",
  {
    mint: addressColumn("mint").notNull(),
    uid: uidColumn("uid").notNull(),
    address: addressColumn("address").notNull(),
    state: text("state", { enum: ["active", "expired", "banned"] }).notNull(),
    /** Smaller joined earlier. */
    joinOrder: countColumn("join_order").notNull(),
    /** The balance of the address, copied from {@link holdings} so that one index gives the ranking. */
    holding: tokenUnitsColumn("holding").notNull().default(sql`0`),
    /** Why the seat was lost; null for who has one. {@link seatReason} reads it as text. */
    loss: jsonb("loss").$type<StoredSeatLoss>(),
    /** No longer read or written: to be dropped once no process runs that writes it. */
    reason: text("reason"),
    changedAt: timeColumn("changed_at").notNull().defaultNow(),
    /** When this person first joined; null for somebody who was blocked without ever having joined. */
    joinedAt: timeColumn("joined_at").defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.mint, table.uid] }),
    index("seats_active").on(table.mint, table.state),
    // The ranking by which seats are given.
    index("seats_ranked")
      .on(table.mint, table.holding.desc().nullsFirst(), table.joinOrder)
      .where(sql`${table.state} <> 'banned'`),
    index("seats_uid").on(table.uid),
    index("seats_address").on(table.mint, table.address),
    // The newest changes in all Tribes.
    index("seats_changed").on(table.changedAt).where(sql`${table.state} <> 'banned'`),
    check("seats_join_order_positive", sql`${table.joinOrder} > 0`),
  ],
);

export const seatRules = [
  "joined",
  "below_threshold",
  "outranked",
  "group_smaller",
  "seat_free",
  "blocked",
  "unblocked",
  "left",
] as const;

/** Every decision about a seat, with the facts behind it; for operators. */
export const seatDecisions = pgTable(
  "seat_decisions",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    mint: addressColumn("mint").notNull(),
    uid: uidColumn("uid").notNull(),
    address: addressColumn("address").notNull(),
    state: text("state").$type<MembershipState>().notNull(),
    rule: text("rule", { enum: seatRules }).notNull(),
    holding: tokenUnitsColumn("holding").notNull(),
    /** Rank by holding among those who joined, from 1; null for who was not ranked. */
    rank: integer("rank"),
    groupSize: integer("group_size").$type<GroupSize>().notNull(),
    /** `token_accounts.version` of the newest observed balance; null for a wallet without one. */
    slot: countColumn("slot"),
    decidedAt: timeColumn("decided_at").notNull().defaultNow(),
  },
  (table) => [
    index("seat_decisions_mint").on(table.mint, table.id),
    index("seat_decisions_uid").on(table.uid, table.id),
  ],
);
