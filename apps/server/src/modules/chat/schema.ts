import {
  type Attachment,
  deleters,
  type LinkPreview,
  type MentionRange,
  type MessageId,
  messageTypes,
  reactionKinds,
  reportReasons,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { addressColumn, countColumn, timeColumn, uidColumn } from "../../db/columns.ts";

// The conditions of the lists of what was shared. A query uses an index only if it has its condition, letter by letter.
const attached = (kind: Attachment["kind"]) => sql.raw(`"attachments" @> '[{"kind":"${kind}"}]'`);
export const hasMedia = sql`"deleted_at" is null and (${attached("image")} or ${attached("video")})`;
export const hasFiles = sql`"deleted_at" is null and (${attached("file")} or ${attached("audio")})`;
/** Every text with a link, and some others, such as "e.g.": which of them have one is read from the text. */
export const mayHaveLinks = sql.raw(`"deleted_at" is null and "text" ~ '([^[:space:]][.][^[:space:]]|://)'`);

/**
 * The messages of all chats, in 16 partitions by a hash of their Tribe (migration 0011, because drizzle can't express that).
 * Within a channel `number` has no gap; `seq` is a message's place among all changes of the channel.
 */
export const messages = pgTable(
  "messages",
  {
    mint: addressColumn("mint").notNull(),
    number: countColumn("number").notNull(),
    seq: countColumn("seq").notNull(),
    /** UUID version 7, so ordered by time, except for the oldest messages. */
    id: uuid("id").$type<MessageId>().notNull(),
    authorUid: uidColumn("author_uid").notNull(),
    /** The sender's UUID: sent twice, it is still one message. */
    clientId: uuid("client_id").notNull(),
    kind: text("kind", { enum: messageTypes }).notNull().default("text"),
    text: text("text").notNull(),
    /** The number of the message that it answers. */
    parentNumber: countColumn("parent_number"),
    attachments: jsonb("attachments").$type<readonly Attachment[]>().notNull().default([]),
    mentions: jsonb("mentions").$type<readonly MentionRange[]>().notNull().default([]),
    linkPreview: jsonb("link_preview").$type<LinkPreview>(),
    /** The author removed the preview. */
    isPreviewRemoved: boolean("is_preview_removed").notNull().default(false),
    sentAt: timeColumn("sent_at").notNull().defaultNow(),
    editedAt: timeColumn("edited_at"),
    deletedAt: timeColumn("deleted_at"),
    deletedBy: text("deleted_by", { enum: deleters }),
  },
  (table) => [
    primaryKey({ columns: [table.mint, table.number] }),
    uniqueIndex("messages_seq").on(table.mint, table.seq),
    uniqueIndex("messages_id").on(table.mint, table.id),
    uniqueIndex("messages_author_client").on(table.mint, table.authorUid, table.clientId),
    index("messages_with_media").on(table.mint, table.seq).where(hasMedia),
    index("messages_with_files").on(table.mint, table.seq).where(hasFiles),
    index("messages_with_links").on(table.mint, table.seq).where(mayHaveLinks),
  ],
);

/** A stored message. */
export type MessageRow = typeof messages.$inferSelect;
/** The parts of a message that are needed to quote it. */
export type ParentRow = Pick<
  MessageRow,
  "mint" | "number" | "seq" | "id" | "kind" | "text" | "authorUid" | "deletedAt"
>;

/** Who gave which message which reaction. They are counted under the channel's lock. */
export const messageReactions = pgTable(
  "message_reactions",
  {
    mint: addressColumn("mint").notNull(),
    number: countColumn("number").notNull(),
    kind: text("kind", { enum: reactionKinds }).notNull(),
    /** Empty for a like. */
    emoji: text("emoji").notNull(),
    uid: uidColumn("uid").notNull(),
    reactedAt: timeColumn("reacted_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mint, table.number, table.emoji, table.uid] }),
    index("message_reactions_newest").on(table.mint, table.number, table.emoji, table.reactedAt, table.uid),
  ],
);

/** How far each person has read each chat. */
export const readCursors = pgTable(
  "read_cursors",
  {
    mint: addressColumn("mint").notNull(),
    uid: uidColumn("uid").notNull(),
    /** The number of the last message that was read. */
    number: countColumn("number").notNull(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.mint] })],
);

/** Messages that were reported to the operators, as they were then. */
export const messageReports = pgTable(
  "message_reports",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    mint: addressColumn("mint").notNull(),
    number: countColumn("number").notNull(),
    reporterUid: uidColumn("reporter_uid").notNull(),
    authorUid: uidColumn("author_uid").notNull(),
    reason: text("reason", { enum: reportReasons }).notNull(),
    note: text("note").notNull(),
    /** Copied, so that an edit or a deletion does not change the evidence. */
    text: text("text").notNull(),
    reportedAt: timeColumn("reported_at").notNull(),
    /** What an operator decided; null while it is open. */
    resolution: text("resolution", { enum: ["removed", "dismissed"] }),
    resolvedAt: timeColumn("resolved_at"),
  },
  (table) => [
    uniqueIndex("message_reports_once").on(table.mint, table.number, table.reporterUid, table.reason),
    index("message_reports_open").on(table.resolution, table.id),
  ],
);

/** What operators did with messages and their authors. */
export const moderationActions = pgTable("moderation_actions", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  action: text("action", { enum: ["remove", "dismiss", "nerf", "unnerf"] }).notNull(),
  uid: uidColumn("uid").notNull(),
  mint: addressColumn("mint"),
  number: countColumn("number"),
  /** The report that it was done for. */
  reportId: countColumn("report_id"),
  actedAt: timeColumn("acted_at").notNull(),
});

/** Cached descriptions of linked pages, so that each is fetched once however often it is sent. Kept for a day. */
export const linkPreviews = pgTable(
  "link_previews",
  {
    url: text("url").primaryKey(),
    /** Null for a page without a description, or which did not answer. */
    preview: jsonb("preview").$type<LinkPreview>(),
    fetchedAt: timeColumn("fetched_at").notNull(),
  },
  (table) => [index("link_previews_fetched").on(table.fetchedAt)],
);

/** A person's rate limit of messages: a token bucket that refills by one a second. */
export const messageAllowances = pgTable("message_allowances", {
  uid: uidColumn("uid").primaryKey(),
  tokens: doublePrecision("tokens").notNull(),
  filledAt: timeColumn("filled_at").notNull(),
});

/** A member's last message, for slow mode, and how many links and files a newcomer has sent. */
export const memberWrites = pgTable(
  "member_writes",
  {
    mint: addressColumn("mint").notNull(),
    uid: uidColumn("uid").notNull(),
    lastSentAt: timeColumn("last_sent_at").notNull(),
    links: integer("links").notNull(),
    files: integer("files").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mint, table.uid] })],
);
