import * as z from "zod/mini";
import { messageMaxCharacters } from "./constants.ts";
import {
  chatMessageSchema,
  creationStateSchema,
  membershipStateSchema,
  poolReservesSchema,
  tradePointSchema,
  tradeStateSchema,
} from "./entities.ts";
import {
  addressSchema,
  lamportsSchema,
  seqSchema,
  signatureSchema,
  ticketSchema,
  tokenIdSchema,
  tokenUnitsSchema,
  uidSchema,
  uuidSchema,
  withoutNull,
} from "./primitives.ts";

/**
 * Frames of the WebSocket at `/ws?token=…` (design section 8), JSON text, one object each.
 * PostgreSQL is the log: a client that lost its connection subscribes again with its last `afterSeq` and gets
 * every later message, once, in order, on any node.
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
    text: z.string().check(z.maxLength(messageMaxCharacters), withoutNull),
  }),
  z.object({ type: z.literal("ping") }),
]);

export const serverFrameSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("pong") }),
  /** The backlog after `afterSeq` follows as `message` frames, then live ones. */
  z.object({ type: z.literal("subscribed"), mint: addressSchema, headSeq: seqSchema }),
  z.object({ type: z.literal("message"), message: chatMessageSchema }),
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
    reason: z.nullable(z.string()),
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
  z.object({ type: z.literal("system"), isSystemPaused: z.boolean(), isServerPaused: z.boolean() }),
]);

export type ClientFrame = z.output<typeof clientFrameSchema>;
export type ServerFrame = z.output<typeof serverFrameSchema>;
