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

/**
 * Frames of the WebSocket at `/ws?token=…`, JSON text, one object each.
 * PostgreSQL is the log: a client that lost its connection subscribes again with its last `afterSeq` and gets
 * every later message and change, once, in order, on any node: each has a number of the channel's one sequence, without
 * a gap. Who is more than 1,000 numbers behind is told to `reload` instead.
 */
export const clientFrameSchema = z.discriminatedUnion("type", [
  /** Chat of a Tribe; the gate is checked. `afterSeq` null: only what comes from now on. */
  z.object({ type: z.literal("subscribe"), mint: addressSchema, afterSeq: z.nullable(seqSchema) }),
  z.object({ type: z.literal("unsubscribe"), mint: addressSchema }),
  /** Public trade events of a token; `null` for the home listing (all tokens). */
  z.object({ type: z.literal("watch"), mint: z.nullable(addressSchema) }),
  z.object({ type: z.literal("unwatch"), mint: z.nullable(addressSchema) }),
  z.object({
    type: z.literal("send"),
    mint: addressSchema,
    clientId: uuidSchema,
    /** May be empty beside attachments. */
    text: messageTextSchema,
    replyTo: z.optional(z.nullable(messageIdSchema)),
    /** The sender's finished uploads, in the order in which they are shown. */
    attachments: z.optional(attachmentIdsSchema),
    /** Who has no access to the chat is left out. */
    mentions: z.optional(z.array(mentionRangeSchema).check(z.maxLength(messageLimits.mentions))),
  }),
  /** The caller has read up to a message's `number`: all their devices are told by a `read` frame. It never goes back. */
  z.object({ type: z.literal("read"), mint: addressSchema, number: z.int().check(z.minimum(0)) }),
  /** The caller writes. Say it at most every 4 seconds, and only in a chat that this connection is subscribed to. */
  z.object({ type: z.literal("typing"), mint: addressSchema }),
  /** The pages that the person looks at in this browser: they are not told of what they see. Empty: none. */
  z.object({ type: z.literal("visible"), routes: z.array(appPathSchema).check(z.maxLength(20)) }),
  /**
   * An action in a Tribe's live, of one page: `action` is of `live.ts`, which pages that are in no live do not load. All
   * tabs of a browser share a socket, so that the page names itself.
   */
  z.object({ type: z.literal("live"), mint: addressSchema, peerId: uuidSchema, action: z.unknown() }),
  z.object({ type: z.literal("ping") }),
]);

export const serverFrameSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("pong") }),
  /** The backlog after `afterSeq` follows as `message` and `change` frames, then live ones. */
  z.object({ type: z.literal("subscribed"), mint: addressSchema, headSeq: seqSchema }),
  z.object({ type: z.literal("message"), message: chatMessageSchema }),
  /** Something else changed in a chat, with its number of the same sequence. */
  z.object({
    type: z.literal("change"),
    mint: addressSchema,
    seq: seqSchema,
    at: timeSchema,
    change: chatChangeSchema,
  }),
  /** The reader was too far behind: what follows is after `headSeq`, and all before it is to be loaded again. */
  z.object({ type: z.literal("reload"), mint: addressSchema, headSeq: seqSchema }),
  /** How far the caller has read, after one of their devices said so. */
  z.object({ type: z.literal("read"), mint: addressSchema, read: readStateSchema }),
  /** Somebody else writes right now; shown for six seconds or until their message comes. */
  z.object({ type: z.literal("typing"), mint: addressSchema, uid: uidSchema, displayName: z.string() }),
  /** Who of the chat's readers is online: all of them right after `subscribed`, then one at a time. */
  z.object({ type: z.literal("online"), mint: addressSchema, uids: z.array(uidSchema) }),
  z.object({ type: z.literal("presence"), mint: addressSchema, uid: uidSchema, isOnline: z.boolean() }),
  /** A send was stored; the same `clientId` sent twice gets the same answer. */
  z.object({
    type: z.literal("acknowledged"),
    mint: addressSchema,
    clientId: z.string(),
    id: z.string(),
    seq: seqSchema,
  }),
  /** A frame was refused. `code` is of the error catalogue. */
  z.object({
    type: z.literal("refused"),
    code: z.string(),
    message: z.string(),
    mint: z.nullable(addressSchema),
    clientId: z.nullable(z.string()),
    retryAfterSeconds: z.nullable(z.number()),
  }),
  /** The caller's own state in a Tribe changed. After anything but `active` and `chief` no message follows. */
  z.object({
    type: z.literal("membership"),
    mint: addressSchema,
    state: membershipStateSchema,
    entryThresholdTokens: tokenUnitsSchema,
    /** Why the seat is gone, as text; null for who has one. */
    reason: z.nullable(z.string()),
    /** The same for code; absent from servers of before. */
    loss: z.optional(z.nullable(seatLossSchema)),
  }),
  /** The list of members changed: ask for it again. */
  z.object({ type: z.literal("members"), mint: addressSchema, memberCount: z.int() }),
  z.object({
    type: z.literal("trade"),
    mint: addressSchema,
    trade: tradePointSchema,
    supply: tokenUnitsSchema,
    reserve: lamportsSchema,
    price: lamportsSchema,
    /** The pool after a swap; null for a trade on the curve. */
    pool: z.nullable(poolReservesSchema),
  }),
  z.object({ type: z.literal("tokenCreated"), mint: addressSchema }),
  /** A full curve became a pool: from now on the token is swapped. */
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
    /** A code of the failure catalogue (packages/domain): the page has its words. */
    errorReason: z.nullable(z.string()),
    signature: z.nullable(signatureSchema),
  }),
  z.object({
    type: z.literal("creation"),
    tokenId: tokenIdSchema,
    state: creationStateSchema,
    shouldRetry: z.boolean(),
    /** A code of the failure catalogue (packages/domain): the page has its words. */
    errorReason: z.nullable(z.string()),
  }),
  /** The caller's lamports or tokens moved on chain, or a social account was connected: refresh. */
  z.object({ type: z.literal("account"), what: z.enum(["balance", "user"]) }),
  /** Others see this person differently from now on: what shows them is asked for again. */
  z.object({
    type: z.literal("face"),
    uid: uidSchema,
    address: z.nullable(addressSchema),
    displayName: z.string(),
    pfp: z.nullable(z.string()),
  }),
  /** The caller's notifications changed: so many are unread now, on all their devices. */
  z.object({ type: z.literal("notifications"), unread: z.int() }),
  /** For one page in a live: `event` is of `live.ts`. */
  z.object({ type: z.literal("live"), mint: addressSchema, peerId: z.string(), event: z.unknown() }),
  /** A Tribe is live, with so many people in it, or (null) not any more. */
  z.object({ type: z.literal("liveNow"), mint: addressSchema, live: z.nullable(liveSummarySchema) }),
  z.object({ type: z.literal("system"), isSystemPaused: z.boolean(), isServerPaused: z.boolean() }),
]);

export type ClientFrame = z.output<typeof clientFrameSchema>;
export type ServerFrame = z.output<typeof serverFrameSchema>;
