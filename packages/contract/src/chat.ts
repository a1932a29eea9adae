import * as z from "zod/mini";
import { attachmentSchema } from "./attachments.ts";
import { messageMaxCharacters, slowModeSeconds } from "./constants.ts";
import { groupSizeSchema, membershipStateSchema } from "./entities/membership.ts";
import {
  addressSchema,
  messageIdSchema,
  pictureSchema,
  seqSchema,
  timeSchema,
  tokenUnitsSchema,
  uidSchema,
  withoutNull,
} from "./primitives.ts";

/** What a chat consists of: messages, what hangs on them, the changes that readers see, and a Tribe's settings. */

export const messageTypes = ["text", "image", "video", "audio", "file"] as const;
export const reactionKinds = ["like", "emoji"] as const;
export const reportReasons = ["spam", "impersonation", "inappropriate", "other"] as const;

/** Text of a message as it may be sent. */
export const messageTextSchema = z.string().check(z.maxLength(messageMaxCharacters), withoutNull);

/** One emoji: a pictograph with its variation, skin and joined parts, a flag, or a keycap. */
export const emojiSchema = z
  .string()
  .check(
    z.maxLength(32),
    z.regex(
      /^(?:\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|\p{ExtPict}(?:\uFE0F|\p{EMod})?(?:[\u{E0020}-\u{E007E}]+\u{E007F})?(?:\u200D\p{ExtPict}(?:\uFE0F|\p{EMod})?)*)$/u,
      "must be one emoji",
    ),
  );

/** Who wrote something, as others see them. */
export const authorSchema = z.object({
  uid: uidSchema,
  address: z.nullable(addressSchema),
  displayName: z.string(),
  pfp: z.nullable(z.string()),
});

/** Somebody who is named in a text: `@` and the name as it was then stand at these UTF-16 units. */
export const mentionRangeSchema = z.object({
  uid: uidSchema,
  start: z.int().check(z.minimum(0), z.maximum(messageMaxCharacters)),
  length: z.int().check(z.minimum(2), z.maximum(100)),
});

/** With the present name of who is meant. */
export const mentionSchema = z.extend(mentionRangeSchema, {
  displayName: z.string(),
  address: z.nullable(addressSchema),
});

/** What a linked page says of itself. The picture goes through our proxy. */
export const linkPreviewSchema = z.object({
  url: z.string(),
  siteName: z.nullable(z.string()),
  title: z.string(),
  description: z.nullable(z.string()),
  picture: z.nullable(pictureSchema),
});

/** The message that another one answers, as it is now. Of a deleted one nothing but author and place is left. */
export const parentSchema = z.object({
  id: messageIdSchema,
  seq: seqSchema,
  number: z.int(),
  type: z.enum(messageTypes),
  /** Its first 200 characters. */
  text: z.string(),
  author: authorSchema,
  isDeleted: z.boolean(),
});

/** One reaction of a message with how many gave it. A like has no emoji. */
export const reactionSchema = z.object({
  kind: z.enum(reactionKinds),
  emoji: z.nullable(z.string()),
  count: z.int(),
  /** Whether the caller gave it; false in frames that all readers get alike. */
  mine: z.boolean(),
});

/** Who deleted a message. */
export const deleters = ["author", "chief", "operator"] as const;

/**
 * A message of a chat. `clientId` is the sender's own UUID, so that a resend is one message. Of a deleted one no text, file,
 * reaction, mention or preview is left: a tombstone, so that replies have something to point at.
 */
export const chatMessageSchema = z.object({
  id: messageIdSchema,
  mint: addressSchema,
  /** Its place among all changes of the channel. */
  seq: seqSchema,
  /** Its place among the messages of the channel: 1, 2, 3 … Unread counts are made of it. */
  number: z.int().check(z.minimum(1)),
  clientId: z.string(),
  type: z.enum(messageTypes),
  text: z.string(),
  author: authorSchema,
  sentAt: timeSchema,
  attachments: z.array(attachmentSchema),
  replyTo: z.nullable(parentSchema),
  /** In the order in which they were first given. */
  reactions: z.array(reactionSchema),
  mentions: z.array(mentionSchema),
  linkPreview: z.nullable(linkPreviewSchema),
  editedAt: z.nullable(timeSchema),
  deletedAt: z.nullable(timeSchema),
  deletedBy: z.nullable(z.enum(deleters)),
  isPinned: z.boolean(),
});

/** Settings of a Tribe's chat that its Chief chooses. */
export const tribeSettingsSchema = z.object({
  groupSize: groupSizeSchema,
  /** Seconds that a member waits between two messages; 0 is off. */
  slowMode: z.literal([...slowModeSeconds]),
  onlyChiefWrites: z.boolean(),
  /** Whether visitors see the last messages. */
  preview: z.boolean(),
});

/**
 * What changed in a channel beside new messages. Each has its own number of the channel's sequence. A change says how
 * something is from then on (never "one more"), so that hearing it twice, or after a newer load, does no harm.
 */
export const chatChangeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("edited"),
    messageId: messageIdSchema,
    text: z.string(),
    mentions: z.array(mentionSchema),
    editedAt: timeSchema,
  }),
  z.object({
    kind: z.literal("deleted"),
    messageId: messageIdSchema,
    deletedAt: timeSchema,
    deletedBy: z.enum(deleters),
  }),
  /** Somebody gave a reaction or took it back; `count` is how many have given it then. */
  z.object({
    kind: z.literal("reaction"),
    messageId: messageIdSchema,
    uid: uidSchema,
    reaction: z.enum(reactionKinds),
    emoji: z.nullable(z.string()),
    isOn: z.boolean(),
    count: z.int(),
  }),
  /** The link's preview came, or its author removed it. */
  z.object({
    kind: z.literal("linkPreview"),
    messageId: messageIdSchema,
    linkPreview: z.nullable(linkPreviewSchema),
  }),
  /** The one pinned message of the channel; null: none any more. */
  z.object({ kind: z.literal("pinned"), messageId: z.nullable(messageIdSchema) }),
  z.object({ kind: z.literal("settings"), settings: tribeSettingsSchema }),
  /** Somebody took a seat, lost it or was blocked; `none`: unblocked. */
  z.object({ kind: z.literal("member"), uid: uidSchema, state: membershipStateSchema }),
]);

/** How far somebody has read, and how many undeleted messages of others came since, counted up to 1,000. */
export const readStateSchema = z.object({
  /** Number of the last message that was read; 0 for none. */
  number: z.int().check(z.minimum(0)),
  unread: z.int(),
});

/** Somebody took a seat or lost it, as the chat tells it between its messages. */
export const seatNoteSchema = z.object({
  /** Those of one moment have one cause: who takes the last seat puts somebody out. */
  at: timeSchema,
  person: authorSchema,
  /** `active`: they sit; `expired`: they lost the seat by their holding; `banned`: the Chief blocked them. */
  state: z.enum(["active", "expired", "banned"]),
  /** The seat that was taken; null for who lost one. */
  seat: z.nullable(z.int()),
  /** Base units that are missing to come back; null for who sits, is blocked, or whose seat was decided again since. */
  missing: z.nullable(tokenUnitsSchema),
});

export const memberLists = ["members", "booted", "blocked"] as const;

/** A line of the members dialog. */
export const chatMemberSchema = z.object({
  uid: uidSchema,
  address: addressSchema,
  displayName: z.string(),
  pfp: z.nullable(pictureSchema),
  role: z.enum(["chief", "member"]),
  state: membershipStateSchema,
  holding: tokenUnitsSchema,
  /** 1 for who holds the most; null for the Chief and for who has no seat. */
  seat: z.nullable(z.int()),
  isOnline: z.boolean(),
  /** Why the seat is gone, in words; null for who has one. */
  reason: z.nullable(z.string()),
  /** Since when the state is as it is; null for the Chief. */
  since: z.nullable(timeSchema),
});

/** Somebody who gave a reaction. A nerfed person has only the short address as name and no picture. */
export const reactorSchema = z.extend(authorSchema, {
  kind: z.enum(reactionKinds),
  emoji: z.nullable(z.string()),
  reactedAt: timeSchema,
});

export type MessageType = (typeof messageTypes)[number];
export type ReactionKind = (typeof reactionKinds)[number];
export type ReportReason = (typeof reportReasons)[number];
export type Deleter = (typeof deleters)[number];
export type MemberList = (typeof memberLists)[number];
export type MentionRange = z.output<typeof mentionRangeSchema>;
export type Mention = z.output<typeof mentionSchema>;
export type LinkPreview = z.output<typeof linkPreviewSchema>;
export type ParentMessage = z.output<typeof parentSchema>;
export type Reaction = z.output<typeof reactionSchema>;
export type ChatMessage = z.output<typeof chatMessageSchema>;
export type ChatChange = z.output<typeof chatChangeSchema>;
export type TribeSettings = z.output<typeof tribeSettingsSchema>;
export type ReadState = z.output<typeof readStateSchema>;
export type SeatNote = z.output<typeof seatNoteSchema>;
export type ChatMember = z.output<typeof chatMemberSchema>;
