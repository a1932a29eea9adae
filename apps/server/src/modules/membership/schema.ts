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
import type { StoredSeatLoss } from "./seat-loss.ts";

/** Messages that a Tribe may send at once, and a second: far above what its members' own allowances come to. */
export const tribeRate = { burst: 1_000, perSecond: 150 } as const;

/** A Tribe's channel. Its row lock orders messages and seats. */
export const channels = pgTable("channels", {
  mint: addressColumn("mint").primaryKey(),
  /** Sequence number of the newest message or other change; 0 for none. */
  headSeq: countColumn("head_seq").notNull().default(0),
  /** Number of the newest message. */
  headNumber: countColumn("head_number").notNull().default(0),
  groupSize: integer("group_size").$type<GroupSize>().notNull(),
  memberCount: integer("member_count").notNull().default(0),
  /** Counts who joined, so that ties of holding go to who came first. */
  joinCount: countColumn("join_count").notNull().default(0),
  /** Seconds between two messages of a member; 0 is off. */
  slowMode: integer("slow_mode").$type<SlowMode>().notNull().default(0),
  onlyChiefWrites: boolean("only_chief_writes").notNull().default(false),
  /** Visitors see the last messages. */
  hasPreview: boolean("has_preview").notNull().default(false),
  pinnedId: uuid("pinned_id").$type<MessageId>(),
  /** The Tribe's bucket of sends, beside each person's own. */
  sendTokens: doublePrecision("send_tokens").notNull().default(tribeRate.burst),
  sendsFilledAt: timeColumn("sends_filled_at").notNull().defaultNow(),
});

/** All that changed in a channel beside new messages: with them it has each number of the channel's sequence once. */
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
    /** When this person first came; null for one who was blocked without ever having joined. */
    joinedAt: timeColumn("joined_at").defaultNow(),
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

/** Every decision about a seat, with what it was made of; for operators. */
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
    /** 1 for who held the most of those who joined; null for who was not ranked. */
    rank: integer("rank"),
    groupSize: integer("group_size").$type<GroupSize>().notNull(),
    /** Place of the newest observation of the balance on chain (`token_accounts.version`); null for a wallet without one. */
    slot: countColumn("slot"),
    decidedAt: timeColumn("decided_at").notNull().defaultNow(),
  },
  (table) => [
    index("seat_decisions_mint").on(table.mint, table.id),
    index("seat_decisions_uid").on(table.uid, table.id),
  ],
);
