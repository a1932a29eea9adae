import {
  type AlarmKind,
  type Mint,
  type NotificationSettingsChange,
  type NotificationType,
  notificationTypes,
  type Uid,
} from "@tribe/contract";
import type { WalletNotice } from "@tribe/domain/words";
import { sql } from "drizzle-orm";
import { bigserial, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  addressColumn,
  bytesColumn,
  countColumn,
  lamportsColumn,
  timeColumn,
  tokenUnitsColumn,
  uidColumn,
} from "../../db/columns.ts";
import type { seats } from "../membership/schema.ts";

/** Why a seat was lost, as stored. */
type StoredSeatLoss = NonNullable<(typeof seats.$inferSelect)["loss"]>;

/** What is stored of each type: only ids, so that names, edits and deletions show their present state. */
interface StoredSubjects {
  readonly chat_new_message: { readonly mint: Mint; readonly from: number; readonly number: number };
  readonly chat_reply: { readonly mint: Mint; readonly number: number; readonly isMention: boolean };
  readonly chat_reaction: { readonly mint: Mint; readonly number: number };
  readonly chat_booted: { readonly mint: Mint; readonly loss: StoredSeatLoss };
  readonly seat_alarm: {
    readonly mint: Mint;
    readonly alarm: AlarmKind;
    /** What there was to spare in base units, or lamports of a whole token; a decimal string. */
    readonly amount: string;
  };
  readonly token_created: { readonly mints: readonly Mint[] };
  readonly system:
    | { readonly text: string; readonly route: string }
    /** About the person's own wallet. */
    | { readonly wallet: WalletNotice };
  readonly airdrop: {
    readonly mint: Mint;
    readonly symbol: string;
    readonly decimals: number;
    /** Base units, as a decimal string. */
    readonly amount: string;
  };
}

/** The subject of a notice. */
export type NoticeSubjectRow = {
  readonly [Type in NotificationType]: { readonly type: Type } & StoredSubjects[Type];
}[NotificationType];

/** The notices: one row for each person and subject, which also counts what happens again before it is read. */
export const notices = pgTable(
  "notices",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    uid: uidColumn("uid").notNull(),
    /** Names the subject: `message:<mint>`, `reply:<mint>:<number>` … */
    key: text("key").notNull(),
    type: text("type", { enum: notificationTypes }).notNull(),
    subject: jsonb("subject").$type<NoticeSubjectRow>().notNull(),
    count: integer("count").notNull().default(1),
    /** When the newest of its events happened. */
    at: timeColumn("at").notNull(),
    readAt: timeColumn("read_at"),
    /** Grows with each event. */
    version: integer("version").notNull().default(1),
    /** When its last push was sent. */
    pushedAt: timeColumn("pushed_at"),
  },
  (table) => [
    // By the subject first: when a message is deleted, everybody's notices of it are deleted.
    uniqueIndex("notices_key").on(table.key, table.uid),
    index("notices_newest").on(table.uid, table.at.desc(), table.id.desc()),
    index("notices_unread").on(table.uid).where(sql`${table.readAt} is null`),
    index("notices_at").using("brin", table.at),
  ],
);

/** A stored notice. */
export type NoticeRow = typeof notices.$inferSelect;

/** The settings that people changed; all others have their defaults. */
export const notificationSettings = pgTable(
  "notification_settings",
  {
    uid: uidColumn("uid").primaryKey(),
    chosen: jsonb("chosen").$type<NotificationSettingsChange>().notNull(),
    /** Wants notices of new Tribes: an index for them, so that not all settings are read. */
    wantsNewTribes: boolean("wants_new_tribes").notNull().default(false),
    changedAt: timeColumn("changed_at").notNull(),
    /** When the next daily summary is due; null when the person wants none. */
    summaryAt: timeColumn("summary_at"),
    /** Until when the last summary reported. */
    summarizedAt: timeColumn("summarized_at"),
  },
  (table) => [
    index("notification_settings_new_tribes").on(table.uid).where(sql`${table.wantsNewTribes}`),
    index("notification_settings_summary").on(table.summaryAt).where(sql`${table.summaryAt} is not null`),
  ],
);

/**
 * What one person wants to be told of one Tribe's seat and price. Each alarm rings once, and again only after its condition was
 * clearly over (rules in packages/domain, `alarms.ts`).
 */
export const seatAlarms = pgTable(
  "seat_alarms",
  {
    mint: addressColumn("mint").notNull(),
    uid: uidColumn("uid").notNull(),
    /** Less than this to spare; old base units. */
    spare: tokenUnitsColumn("spare"),
    /** A whole (old) token costs this or more, or this or less; lamports. */
    priceAbove: lamportsColumn("price_above"),
    priceBelow: lamportsColumn("price_below"),
    /** Whether it rings next time. */
    isSpareArmed: boolean("is_spare_armed").notNull().default(true),
    isAboveArmed: boolean("is_above_armed").notNull().default(true),
    isBelowArmed: boolean("is_below_armed").notNull().default(true),
    rangAt: timeColumn("rang_at"),
    changedAt: timeColumn("changed_at").notNull().defaultNow(),
  },
  // By the Tribe first: each trade looks for its alarms.
  (table) => [primaryKey({ columns: [table.mint, table.uid] }), index("seat_alarms_uid").on(table.uid)],
);

/** A person's alarms in a Tribe. */
export type SeatAlarmRow = typeof seatAlarms.$inferSelect;

/** How far the planner has read the outbox: everything that this snapshot sees, and of the next one the events up to an id. */
export const noticeCursor = pgTable("notice_cursor", {
  /** Always `planner`: there is one row. */
  name: text("name").primaryKey(),
  snapshot: text("snapshot").notNull(),
  nextSnapshot: text("next_snapshot"),
  nextId: countColumn("next_id"),
});

/** Browsers that get pushes. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: text("id").primaryKey(),
    uid: uidColumn("uid").notNull(),
    /** A subscription ends with the session that made it. */
    sessionId: text("session_id").notNull(),
    endpoint: text("endpoint").notNull().unique(),
    p256dh: bytesColumn("p256dh").notNull(),
    auth: bytesColumn("auth").notNull(),
    /** Browser and system, for the list of devices. */
    name: text("name").notNull(),
    createdAt: timeColumn("created_at").notNull(),
    lastPushAt: timeColumn("last_push_at"),
    /** The push service asked to wait until then. */
    waitsUntil: timeColumn("waits_until"),
  },
  (table) => [index("push_subscriptions_uid").on(table.uid), index("push_subscriptions_session").on(table.sessionId)],
);

/** A stored browser that gets pushes. */
export type Subscription = typeof pushSubscriptions.$inferSelect;

/** The outcome of each push, one row for a notice's version and a browser, so that none is sent twice. */
export const pushSends = pgTable(
  "push_sends",
  {
    noticeId: countColumn("notice_id").notNull(),
    version: integer("version").notNull(),
    /** Empty when a push was dropped before any browser was tried. */
    subscriptionId: text("subscription_id").notNull(),
    uid: uidColumn("uid").notNull().$type<Uid>(),
    type: text("type", { enum: notificationTypes }).notNull(),
    outcome: text("outcome", { enum: ["sent", "gone", "refused", "unwanted", "stale", "visible", "late"] }).notNull(),
    /** The push service's status; null when the push was dropped. */
    status: integer("status"),
    endedAt: timeColumn("ended_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.version, table.subscriptionId] }),
    index("push_sends_recent").on(table.uid, table.endedAt),
    index("push_sends_ended_at").using("brin", table.endedAt),
  ],
);

/** The outcome of each mail, one row for a person and subject, so that none is sent twice. */
export const noticeMails = pgTable(
  "notice_mails",
  {
    uid: uidColumn("uid").notNull(),
    /** The notice's key, or `summary:<when it was due>`. */
    key: text("key").notNull(),
    /** The notice's version; 0 for a summary. */
    version: integer("version").notNull(),
    outcome: text("outcome", {
      enum: ["sent", "empty", "unwanted", "stale", "stopped", "late", "repeated"],
    }).notNull(),
    endedAt: timeColumn("ended_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.key, table.version] }),
    index("notice_mails_ended_at").using("brin", table.endedAt),
  ],
);
