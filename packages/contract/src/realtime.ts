import * as z from "zod/mini";
import { attachmentIdsSchema } from "./attachments.ts";
import { chatChangeSchema, chatMessageSchema, mentionRangeSchema, messageTextSchema, readStateSchema } from "./chat.ts";
import { messageLimits } from "./constants.ts";
import { membershipStateSchema } from "./entities/membership.ts";
import { poolReservesSchema } from "./entities/tokens.ts";
import { tradePointSchema } from "./entities/trades.ts";
import { creationStateSchema, tradeStateSchema } from "./entities/transactions.ts";
import {
  addressSchema,
  appPathSchema,
  lamportsSchema,
  messageIdSchema,
  seqSchema,
  signatureSchema,
  ticketSchema,
  timeSchema,
  tokenIdSchema,
  tokenUnitsSchema,
  uidSchema,
  uuidSchema,
} from "./primitives.ts";
import { liveSummarySchema } from "./routes/live/now.ts";
import { seatLossSchema } from "./seat-loss.ts";

/** Codes with which the server closes a WebSocket; those from 4000 on are our own. */
export const closeCodes = {
  goingAway: 1001,
  tooMany: 1008,
  unavailable: 1011,
  sessionEnded: 4401,
  slowConsumer: 4408,
  /** The session, or a visitor's network, has too many open WebSockets: only after another one has closed is there room again. */
  tooManyOpen: 4429,
} as const;

/**
 * Frames of the WebSocket at `/ws?token=…`: JSON text, one object each. PostgreSQL is the log: after a lost connection a client
 * subscribes again with its last `afterSeq`, and any node sends every later message and change once and in order. Each has a
 * number of the channel's one sequence, without gaps. A client that is more than 1,000 numbers behind gets `reload` instead.
 */
export const clientFrameSchema = z.discriminatedUnion("type", [
  /** Subscribes to a Tribe's chat; access is checked. `afterSeq` null: only new messages and changes. */
  z.object({ type: z.literal("subscribe"), mint: addressSchema, afterSeq: z.nullable(seqSchema) }),
  z.object({ type: z.literal("unsubscribe"), mint: addressSchema }),
  /** Public trade events of a token; `null` for the home listing (all tokens). */
  z.object({ type: z.literal("watch"), mint: z.nullable(addressSchema) }),
  z.object({ type: z.literal("unwatch"), mint: z.nullable(addressSchema) }),
  z.object({
    type: z.literal("send"),
    mint: addressSchema,
    clientId: uuidSchema,
    /** May be empty when there are attachments. */
    text: messageTextSchema,
    replyTo: z.optional(z.nullable(messageIdSchema)),
    /** The sender's finished uploads, in the order in which they are shown. */
    attachments: z.optional(attachmentIdsSchema),
    /** Mentions of people without access to the chat are dropped. */
    mentions: z.optional(z.array(mentionRangeSchema).check(z.maxLength(messageLimits.mentions))),
  }),
  /** Marks messages as read up to this `number`; all the caller's devices get a `read` frame. It never decreases. */
  z.object({ type: z.literal("read"), mint: addressSchema, number: z.int().check(z.minimum(0)) }),
  /** The caller is typing. Send it at most every 4 seconds, and only in a chat to which this connection is subscribed. */
  z.object({ type: z.literal("typing"), mint: addressSchema }),
  /** The pages that the person has open in this browser: they get no notifications about these. Empty: none. */
  z.object({ type: z.literal("visible"), routes: z.array(appPathSchema).check(z.maxLength(20)) }),
  /**
   * An action of one page in a Tribe's live: `action` is defined in `live.ts`, which other pages do not load. All tabs of a
   * browser share a socket, so the page has an id.
   */
  z.object({ type: z.literal("live"), mint: addressSchema, peerId: uuidSchema, action: z.unknown() }),
  z.object({ type: z.literal("ping") }),
]);

export const serverFrameSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("pong") }),
  /** The backlog after `afterSeq` follows as `message` and `change` frames, then new ones. */
  z.object({ type: z.literal("subscribed"), mint: addressSchema, headSeq: seqSchema }),
  z.object({ type: z.literal("message"), message: chatMessageSchema }),
  /** Another change in a chat, with its number in the same sequence. */
  z.object({
    type: z.literal("change"),
    mint: addressSchema,
    seq: seqSchema,
    at: timeSchema,
    change: chatChangeSchema,
  }),
  /** The client was too far behind: the frames that follow are after `headSeq`; it has to load all before that again. */
  z.object({ type: z.literal("reload"), mint: addressSchema, headSeq: seqSchema }),
  /** How far the caller has read, after one of their devices reported it. */
  z.object({ type: z.literal("read"), mint: addressSchema, read: readStateSchema }),
  /** Another person is typing; shown for six seconds or until their message arrives. */
  z.object({ type: z.literal("typing"), mint: addressSchema, uid: uidSchema, displayName: z.string() }),
  /** Which of the chat's readers are online: all of them right after `subscribed`, then one at a time. */
  z.object({ type: z.literal("online"), mint: addressSchema, uids: z.array(uidSchema) }),
  z.object({ type: z.literal("presence"), mint: addressSchema, uid: uidSchema, isOnline: z.boolean() }),
  /** A message was stored; the same `clientId` sent twice gets the same answer. */
  z.object({
    type: z.literal("acknowledged"),
    mint: addressSchema,
    clientId: z.string(),
    id: z.string(),
    seq: seqSchema,
  }),
  /** A frame was refused. `code` is from the error catalogue. */
  z.object({
    type: z.literal("refused"),
    code: z.string(),
    message: z.string(),
    mint: z.nullable(addressSchema),
    clientId: z.nullable(z.string()),
    retryAfterSeconds: z.nullable(z.number()),
    /** The frame's name in the server's log. Older servers do not send it. */
    requestId: z.optional(z.string()),
  }),
  /** The caller's membership of a Tribe changed. With any state except `active` and `chief`, no more messages follow. */
  z.object({
    type: z.literal("membership"),
    mint: addressSchema,
    state: membershipStateSchema,
    entryThresholdTokens: tokenUnitsSchema,
    /** Why the seat was lost, as text; null for people with a seat. */
    reason: z.nullable(z.string()),
    /** The same as data. Older servers do not send it. */
    loss: z.optional(z.nullable(seatLossSchema)),
  }),
  /** The list of members changed: load it again. */
  z.object({ type: z.literal("members"), mint: addressSchema, memberCount: z.int() }),
  z.object({
    type: z.literal("trade"),
    mint: addressSchema,
    trade: tradePointSchema,
    supply: tokenUnitsSchema,
    reserve: lamportsSchema,
    price: lamportsSchema,
    /** The pool's reserves after a swap; null for a trade on the curve. */
    pool: z.nullable(poolReservesSchema),
  }),
  z.object({ type: z.literal("tokenCreated"), mint: addressSchema }),
  /** The full curve was migrated to a pool: from now on the token is swapped. */
  z.object({
    type: z.literal("migrated"),
    mint: addressSchema,
    newMint: addressSchema,
    liquidityAddress: addressSchema,
  }),
  z.object({
    type: z.literal("ticket"),
    ticket: ticketSchema,
    state: tradeStateSchema,
    /** A code of the failure catalogue (packages/domain), which has its text. */
    errorReason: z.nullable(z.string()),
    signature: z.nullable(signatureSchema),
  }),
  z.object({
    type: z.literal("creation"),
    tokenId: tokenIdSchema,
    state: creationStateSchema,
    shouldRetry: z.boolean(),
    /** A code of the failure catalogue (packages/domain), which has its text. */
    errorReason: z.nullable(z.string()),
  }),
  /** The caller's lamports or tokens changed on chain, or a social account was connected: load them again. */
  z.object({ type: z.literal("account"), what: z.enum(["balance", "user"]) }),
  /** A person's name, picture or profile changed: pages that show it load it again. */
  z.object({
    type: z.literal("face"),
    uid: uidSchema,
    address: z.nullable(addressSchema),
    displayName: z.string(),
    pfp: z.nullable(z.string()),
  }),
  /** The number of the caller's unread notifications changed on one of their devices. */
  z.object({ type: z.literal("notifications"), unread: z.int() }),
  /** An event for one page in a live: `event` is defined in `live.ts`. */
  z.object({ type: z.literal("live"), mint: addressSchema, peerId: z.string(), event: z.unknown() }),
  /** A Tribe is live with this many people in it, or (null) its live has ended. */
  z.object({ type: z.literal("liveNow"), mint: addressSchema, live: z.nullable(liveSummarySchema) }),
  z.object({ type: z.literal("system"), isSystemPaused: z.boolean(), isServerPaused: z.boolean() }),
]);

export type ClientFrame = z.output<typeof clientFrameSchema>;
export type ServerFrame = z.output<typeof serverFrameSchema>;
