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

/** The data of a chat: messages, reactions and previews, the changes that readers see, and a Tribe's settings. */

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

/** The author of something, as others see them. */
export const authorSchema = z.object({
  uid: uidSchema,
  address: z.nullable(addressSchema),
  displayName: z.string(),
  pfp: z.nullable(z.string()),
});

/** A person who is named in a text: these UTF-16 units hold `@` and the person's name at that time. */
export const mentionRangeSchema = z.object({
  uid: uidSchema,
  // A character has up to two units.
  start: z.int().check(z.minimum(0), z.maximum(2 * messageMaxCharacters)),
  length: z.int().check(z.minimum(2), z.maximum(100)),
});

/** A mention with the person's present name. */
export const mentionSchema = z.extend(mentionRangeSchema, {
  displayName: z.string(),
  address: z.nullable(addressSchema),
});

/** Title, description and picture that a linked page gives. The picture is loaded through our proxy. */
export const linkPreviewSchema = z.object({
  url: z.string(),
  siteName: z.nullable(z.string()),
  title: z.string(),
  description: z.nullable(z.string()),
  picture: z.nullable(pictureSchema),
});

/** The message that another one replies to, as it is now. A deleted one has only its author and position left. */
export const parentSchema = z.object({
  id: messageIdSchema,
  seq: seqSchema,
  number: z.int(),
  type: z.enum(messageTypes),
  /** Its first 200 characters, without formatting and without what a spoiler hides. */
  text: z.string(),
  author: authorSchema,
  isDeleted: z.boolean(),
});

/** One emoji (or the like, which has no emoji) and how many people reacted with it. */
export const reactionSchema = z.object({
  kind: z.enum(reactionKinds),
  emoji: z.nullable(z.string()),
  count: z.int(),
  /** Whether the caller reacted with it; false in frames, which are the same for all readers. */
  mine: z.boolean(),
});

/** What was sent in a chat besides words, as it is listed. */
export const sharedKinds = ["media", "files", "links"] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** Who deleted a message. */
export const deleters = ["author", "chief", "operator"] as const;

/**
 * A message of a chat. `clientId` is the sender's own UUID, which makes a resend the same message. A deleted message keeps no
 * text, file, reaction, mention or preview: it is a tombstone to which replies still refer.
 */
export const chatMessageSchema = z.object({
  id: messageIdSchema,
  mint: addressSchema,
  /** Its sequence number among all changes of the channel. */
  seq: seqSchema,
  /** Its number among the messages of the channel: 1, 2, 3 … Unread counts are differences of it. */
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
 * A change in a channel other than a new message, with its own number in the channel's sequence. A change gives the new state,
 * never a difference, so applying it twice, or after a newer load, does no harm.
 */
export const chatChangeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("edited"),
    messageId: messageIdSchema,
    text: z.string(),
    /** What replies to it quote now, without formatting; a change of earlier servers has none. */
    quote: z.optional(z.string()),
    mentions: z.array(mentionSchema),
    editedAt: timeSchema,
  }),
  z.object({
    kind: z.literal("deleted"),
    messageId: messageIdSchema,
    deletedAt: timeSchema,
    deletedBy: z.enum(deleters),
  }),
  /** Somebody reacted or withdrew a reaction; `count` is the number of people afterwards. */
  z.object({
    kind: z.literal("reaction"),
    messageId: messageIdSchema,
    uid: uidSchema,
    reaction: z.enum(reactionKinds),
    emoji: z.nullable(z.string()),
    isOn: z.boolean(),
    count: z.int(),
  }),
  /** The link's preview was loaded, or its author removed it. */
  z.object({
    kind: z.literal("linkPreview"),
    messageId: messageIdSchema,
    linkPreview: z.nullable(linkPreviewSchema),
  }),
  /** The one pinned message of the channel; null when it was unpinned. */
  z.object({ kind: z.literal("pinned"), messageId: z.nullable(messageIdSchema) }),
  z.object({ kind: z.literal("settings"), settings: tribeSettingsSchema }),
  /** Somebody took a seat, lost it or was blocked; `none`: unblocked. */
  z.object({ kind: z.literal("member"), uid: uidSchema, state: membershipStateSchema }),
]);

/** The last message that a person has read, and how many undeleted messages of others came later, counted up to 1,000. */
export const readStateSchema = z.object({
  /** Number of the last message that was read; 0 for none. */
  number: z.int().check(z.minimum(0)),
  unread: z.int(),
});

/** A seat that was taken or lost, shown in the chat between its messages. */
export const seatNoteSchema = z.object({
  /** Notes of the same time have the same cause: the person who takes the last seat displaces another. */
  at: timeSchema,
  person: authorSchema,
  /** `active`: took a seat; `expired`: lost it because of their holding; `banned`: blocked by the Chief. */
  state: z.enum(["active", "expired", "banned"]),
  /** The number of the seat that was taken; null for a lost one. */
  seat: z.nullable(z.int()),
  /**
   * Base units that are missing to get the seat back; null for `active` and `banned`, and when a later decision replaced this
   * one.
   */
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
  /** 1 for the largest holding; null for the Chief and for people without a seat. */
  seat: z.nullable(z.int()),
  isOnline: z.boolean(),
  /** Why the seat was lost, as text; null for people with a seat. */
  reason: z.nullable(z.string()),
  /** Time of the last change of the state; null for the Chief. */
  since: z.nullable(timeSchema),
});

/** A person who reacted. A nerfed one has only the short address as name and no picture. */
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
