import * as z from "zod/mini";
import {
  chatMessageSchema,
  emojiSchema,
  mentionRangeSchema,
  messageTextSchema,
  reactorSchema,
  reportReasons,
  sharedKinds,
} from "../../chat.ts";
import { messageLimits } from "../../constants.ts";
import { addressSchema, messageIdSchema, seqSchema, withoutNull } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

import { cursor, gate, pageLimit, seqQuery } from "./shared.ts";

/** The messages of a chat. Sending, read marks, typing and live delivery use the WebSocket (`realtime.ts`). */

/** Identifies a message. It needs its Tribe, because the log is stored by Tribe. */
const messageBody = z.object({ mint: addressSchema, messageId: messageIdSchema });

/** The reaction; a like has no emoji. */
const reactionBody = z.discriminatedUnion("kind", [
  z.extend(messageBody, { kind: z.literal("like") }),
  z.extend(messageBody, { kind: z.literal("emoji"), emoji: emojiSchema }),
]);
const reactionAnswer = z.object({ count: z.int() });

export const messages = defineRoute({
  method: "GET",
  path: "/v1/chat/messages",
  summary: "A page of a chat, newest last: before, after or around a place in it, else the newest; members only",
  caller: "session",
  query: z.object({
    mint: addressSchema,
    /** At most one of the four. */
    beforeSeq: z.optional(seqQuery),
    afterSeq: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
    aroundSeq: z.optional(seqQuery),
    /** Around the first message of this time or later; with none so late, the newest. */
    aroundTime: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8_640_000_000_000_000))),
    limit: pageLimit,
  }),
  answer: z.object({
    messages: z.array(chatMessageSchema),
    /** Whether older ones exist. */
    hasMore: z.boolean(),
    hasNewer: z.boolean(),
    /** This answer includes all changes up to here: subscribe after it. */
    headSeq: seqSchema,
  }),
  errors: [...gate, "bad_request"],
});

export const search = defineRoute({
  method: "GET",
  path: "/v1/chat/search",
  summary: "Messages of a Tribe that contain words, accents and case aside, the newest first; members only",
  caller: "session",
  query: z.object({
    mint: addressSchema,
    query: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), withoutNull),
    /** `nextBeforeSeq` of the previous page. */
    beforeSeq: z.optional(seqQuery),
    limit: pageLimit,
  }),
  answer: z.object({ messages: z.array(chatMessageSchema), nextBeforeSeq: z.nullable(seqSchema) }),
  errors: gate,
});

export const shared = defineRoute({
  method: "GET",
  path: "/v1/chat/shared",
  summary: "Messages with pictures and videos, with files and sounds, or with links, the newest first; members only",
  caller: "session",
  query: z.object({
    mint: addressSchema,
    kind: z.enum(sharedKinds),
    /** `nextBeforeSeq` of the previous page. A page of links may be short, and even empty, although there are more. */
    beforeSeq: z.optional(seqQuery),
    limit: pageLimit,
  }),
  answer: z.object({ messages: z.array(chatMessageSchema), nextBeforeSeq: z.nullable(seqSchema) }),
  errors: gate,
});

export const editMessage = defineRoute({
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
});

export const deleteMessage = defineRoute({
  method: "DELETE",
  path: "/v1/chat/message",
  summary: "Deletes an own message, or as Chief any of the Tribe; a tombstone stays. Again does nothing",
  caller: "session",
  body: messageBody,
  answer: z.object({}),
  errors: [...gate, "forbidden"],
});

export const removeLinkPreview = defineRoute({
  method: "DELETE",
  path: "/v1/chat/linkPreview",
  summary: "Takes the preview of the link off an own message, for good",
  caller: "session",
  body: messageBody,
  answer: z.object({}),
  errors: [...gate, "forbidden", "message_deleted"],
});

export const react = defineRoute({
  method: "POST",
  path: "/v1/chat/reaction",
  summary: "Gives a reaction; one that is given already stays",
  caller: "session",
  body: reactionBody,
  answer: reactionAnswer,
  errors: [...gate, "message_deleted", "too_many_reactions"],
});

export const unreact = defineRoute({
  method: "DELETE",
  path: "/v1/chat/reaction",
  summary: "Takes a reaction back; one that is not given does nothing",
  caller: "session",
  body: reactionBody,
  answer: reactionAnswer,
  errors: [...gate, "message_deleted"],
});

export const likes = defineRoute({
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
});

export const report = defineRoute({
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
});

export const pin = defineRoute({
  method: "POST",
  path: "/v1/chat/pin",
  summary: "Pins a message in the place of the one before, or with null none; the Chief only",
  caller: "session",
  body: z.object({ mint: addressSchema, messageId: z.nullable(messageIdSchema) }),
  answer: z.object({}),
  errors: ["not_found", "forbidden", "message_deleted"],
});
