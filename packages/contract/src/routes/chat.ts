import * as z from "zod/mini";
import {
  chatMemberSchema,
  chatMessageSchema,
  emojiSchema,
  memberLists,
  mentionRangeSchema,
  messageTextSchema,
  reactorSchema,
  readStateSchema,
  reportReasons,
  seatNoteSchema,
  tribeSettingsSchema,
} from "../chat.ts";
import { messageLimits, slowModeSeconds } from "../constants.ts";
import { groupSizeSchema, membershipStateSchema, subscriberSchema } from "../entities.ts";
import { addressSchema, messageIdSchema, seqSchema, withoutNull } from "../primitives.ts";
import { defineRoute } from "../route.ts";

const mintQuery = z.object({ mint: addressSchema });
const pageLimit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50);
/** Where a list goes on; each list makes its own. */
const cursor = z.optional(z.string().check(z.maxLength(200), withoutNull));
const seqQuery = z.coerce.number().check(z.int(), z.minimum(1));

/** One message. A message is named with its Tribe: the log is kept by it. */
const messageBody = z.object({ mint: addressSchema, messageId: messageIdSchema });

/** Which reaction is meant; a like has no emoji, an emoji has one. */
const reactionBody = z.discriminatedUnion("kind", [
  z.extend(messageBody, { kind: z.literal("like") }),
  z.extend(messageBody, { kind: z.literal("emoji"), emoji: emojiSchema }),
]);
const reactionAnswer = z.object({ count: z.int() });

const gate = ["not_found", "not_a_member", "banned"] as const;

/** The gated chat. Sending, reading marks, typing and live delivery go over the WebSocket (`realtime.ts`). */
export const chatRoutes = {
  subscribers: defineRoute({
    method: "GET",
    path: "/v1/chat/subscribers",
    summary: "The members of a Tribe, the Chief first, then by holding",
    caller: "device",
    query: mintQuery,
    answer: z.object({ subscribers: z.array(subscriberSchema) }),
    errors: ["not_found"],
  }),
  join: defineRoute({
    method: "POST",
    path: "/v1/chat/join",
    summary: "Takes a seat; the gate is checked against the chain's indexed holdings",
    caller: "session",
    body: z.object({ mint: addressSchema }),
    answer: z.object({ state: membershipStateSchema }),
    errors: ["not_found", "social_required", "wallet_missing", "threshold_missed", "banned"],
  }),
  room: defineRoute({
    method: "GET",
    path: "/v1/chat/room",
    summary: "What a chat's page needs beside its messages: settings, pinned message, how far the caller has read",
    caller: "session",
    query: mintQuery,
    answer: z.object({
      state: membershipStateSchema,
      /** All changes up to here are in this answer. */
      headSeq: seqSchema,
      /** Number of the newest message; 0 for none. */
      headNumber: z.int(),
      settings: tribeSettingsSchema,
      pinned: z.nullable(chatMessageSchema),
      read: readStateSchema,
      /** Seconds until the caller may write again in slow mode; 0 for now. */
      waitSeconds: z.int(),
      memberCount: z.int(),
    }),
    errors: gate,
  }),
  messages: defineRoute({
    method: "GET",
    path: "/v1/chat/messages",
    summary: "A page of a chat, newest last: before, after or around a sequence number, else the newest; members only",
    caller: "session",
    query: z.object({
      mint: addressSchema,
      /** At most one of the three. */
      beforeSeq: z.optional(seqQuery),
      afterSeq: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
      aroundSeq: z.optional(seqQuery),
      limit: pageLimit,
    }),
    answer: z.object({
      messages: z.array(chatMessageSchema),
      /** Older ones exist. */
      hasMore: z.boolean(),
      hasNewer: z.boolean(),
      /** All changes up to here are in this answer: subscribe after it. */
      headSeq: seqSchema,
    }),
    errors: [...gate, "bad_request"],
  }),
  mine: defineRoute({
    method: "GET",
    path: "/v1/chat/mine",
    summary: "The caller's Tribes: own and joined, with the newest message and how many are unread",
    caller: "session",
    answer: z.object({
      chats: z.array(
        z.object({
          mint: addressSchema,
          name: z.string(),
          symbol: z.string(),
          pfp: z.nullable(z.string()),
          state: membershipStateSchema,
          lastMessage: z.nullable(chatMessageSchema),
          /** Null where the caller may not read. */
          read: z.nullable(readStateSchema),
        }),
      ),
    }),
  }),
  search: defineRoute({
    method: "GET",
    path: "/v1/chat/search",
    summary: "Messages of a Tribe that contain words, accents and case aside, the newest first; members only",
    caller: "session",
    query: z.object({
      mint: addressSchema,
      query: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), withoutNull),
      /** `nextBeforeSeq` of the page before. */
      beforeSeq: z.optional(seqQuery),
      limit: pageLimit,
    }),
    answer: z.object({ messages: z.array(chatMessageSchema), nextBeforeSeq: z.nullable(seqSchema) }),
    errors: gate,
  }),
  preview: defineRoute({
    method: "GET",
    path: "/v1/chat/preview",
    summary: "The last messages for whoever has no seat, where the Chief lets visitors look in",
    caller: "device",
    query: mintQuery,
    answer: z.object({
      /** Without it there are no messages. */
      isOpen: z.boolean(),
      /** Without files and reactions. */
      messages: z.array(chatMessageSchema),
    }),
    errors: ["not_found", "banned"],
  }),
  editMessage: defineRoute({
    method: "PUT",
    path: "/v1/chat/message",
    summary: "Changes the text of an own message, 15 minutes after it was sent at the latest",
    caller: "session",
    body: z.extend(messageBody, {
      text: messageTextSchema,
      mentions: z.optional(z.array(mentionRangeSchema).check(z.maxLength(messageLimits.mentions))),
    }),
    answer: z.object({ message: chatMessageSchema }),
    errors: [...gate, "forbidden", "message_deleted", "edit_expired", "message_empty", "newcomer_limited"],
  }),
  deleteMessage: defineRoute({
    method: "DELETE",
    path: "/v1/chat/message",
    summary: "Deletes an own message, or as Chief any of the Tribe; a tombstone stays. Again does nothing",
    caller: "session",
    body: messageBody,
    answer: z.object({}),
    errors: [...gate, "forbidden"],
  }),
  removeLinkPreview: defineRoute({
    method: "DELETE",
    path: "/v1/chat/linkPreview",
    summary: "Takes the preview of the link off an own message, for good",
    caller: "session",
    body: messageBody,
    answer: z.object({}),
    errors: [...gate, "forbidden", "message_deleted"],
  }),
  react: defineRoute({
    method: "POST",
    path: "/v1/chat/reaction",
    summary: "Gives a reaction; one that is given already stays",
    caller: "session",
    body: reactionBody,
    answer: reactionAnswer,
    errors: [...gate, "message_deleted", "too_many_reactions"],
  }),
  unreact: defineRoute({
    method: "DELETE",
    path: "/v1/chat/reaction",
    summary: "Takes a reaction back; one that is not given does nothing",
    caller: "session",
    body: reactionBody,
    answer: reactionAnswer,
    errors: [...gate, "message_deleted"],
  }),
  likes: defineRoute({
    method: "GET",
    path: "/v1/chat/likes",
    summary: "Who gave a message a like, or with `emoji` that reaction, the newest first, page by page",
    caller: "session",
    query: z.object({
      mint: addressSchema,
      messageId: messageIdSchema,
      /** Absent: likes. */
      emoji: z.optional(emojiSchema),
      cursor,
      limit: pageLimit,
    }),
    answer: z.object({ likes: z.array(reactorSchema), count: z.int(), nextCursor: z.nullable(z.string()) }),
    errors: gate,
  }),
  report: defineRoute({
    method: "POST",
    path: "/v1/chat/report",
    summary: "Reports a message to the operators; the same person, message and reason again does nothing",
    caller: "session",
    rate: "sensitive",
    body: z.extend(messageBody, {
      reason: z.enum(reportReasons),
      note: z.optional(z.string().check(z.trim(), z.maxLength(500), withoutNull)),
    }),
    answer: z.object({}),
    errors: [...gate, "forbidden", "message_deleted"],
  }),
  pin: defineRoute({
    method: "POST",
    path: "/v1/chat/pin",
    summary: "Pins a message in the place of the one before, or with null none; the Chief only",
    caller: "session",
    body: z.object({ mint: addressSchema, messageId: z.nullable(messageIdSchema) }),
    answer: z.object({}),
    errors: ["not_found", "forbidden", "message_deleted"],
  }),
  members: defineRoute({
    method: "GET",
    path: "/v1/chat/members",
    summary: "Members by name, seat and presence; who was booted or blocked stands apart, for the Chief only",
    caller: "session",
    query: z.object({
      mint: addressSchema,
      list: z._default(z.enum(memberLists), "members"),
      /** A part of the name, or of the address. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(64), withoutNull)),
      cursor,
      limit: pageLimit,
    }),
    answer: z.object({
      members: z.array(chatMemberSchema),
      /** Of the whole lists, whatever is searched for; the latter two are null for all but the Chief. */
      counts: z.object({
        members: z.int(),
        online: z.int(),
        booted: z.nullable(z.int()),
        blocked: z.nullable(z.int()),
      }),
      nextCursor: z.nullable(z.string()),
    }),
    errors: [...gate, "forbidden"],
  }),
  seatNotes: defineRoute({
    method: "GET",
    path: "/v1/chat/seatNotes",
    summary: "Who took and who lost a seat, the newest first; members only",
    caller: "session",
    query: z.object({ mint: addressSchema, limit: pageLimit }),
    answer: z.object({ notes: z.array(seatNoteSchema) }),
    errors: gate,
  }),
  ban: defineRoute({
    method: "POST",
    path: "/v1/chat/ban",
    summary: "Blocks somebody from the caller's Tribe, on all their devices, at once; the Chief only",
    caller: "session",
    body: z.object({ mint: addressSchema, address: addressSchema }),
    answer: z.object({ state: membershipStateSchema }),
    errors: ["not_found", "forbidden"],
  }),
  unban: defineRoute({
    method: "DELETE",
    path: "/v1/chat/ban",
    summary: "Lets somebody join again who was blocked; the Chief only",
    caller: "session",
    body: z.object({ mint: addressSchema, address: addressSchema }),
    /** `expired`, or `active` where their holding still has a seat, or `none`. */
    answer: z.object({ state: membershipStateSchema }),
    errors: ["not_found", "forbidden"],
  }),
  settings: defineRoute({
    method: "GET",
    path: "/v1/chat/settings",
    summary: "A Tribe's chat settings, with how many members each group size would boot; the Chief only",
    caller: "session",
    query: mintQuery,
    answer: z.object({
      settings: tribeSettingsSchema,
      boots: z.array(z.object({ groupSize: groupSizeSchema, booted: z.int() })),
    }),
    errors: ["not_found", "forbidden"],
  }),
  manage: defineRoute({
    method: "POST",
    path: "/v1/chat/manage",
    summary: "Changes a Tribe's chat settings; a smaller group boots the smallest; the Chief only",
    caller: "session",
    body: z.object({
      mint: addressSchema,
      groupSize: groupSizeSchema,
      /** What is absent stays as it is. */
      slowMode: z.optional(z.literal([...slowModeSeconds])),
      onlyChiefWrites: z.optional(z.boolean()),
      preview: z.optional(z.boolean()),
    }),
    answer: z.object({ settings: tribeSettingsSchema, booted: z.int() }),
    errors: ["not_found", "forbidden"],
  }),
} as const;
