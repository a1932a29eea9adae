import * as z from "zod/mini";
import { chatMessageSchema, membershipStateSchema, subscriberSchema } from "../entities.ts";
import { addressSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** The gated chat. Sending and live delivery go over the WebSocket (`realtime.ts`). */
export const chatRoutes = {
  subscribers: defineRoute({
    method: "GET",
    path: "/v1/chat/subscribers",
    summary: "The members of a Tribe, the Chief first, then by holding",
    caller: "device",
    query: z.object({ mint: addressSchema }),
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
  messages: defineRoute({
    method: "GET",
    path: "/v1/chat/messages",
    summary: "Messages before a sequence number, newest last; members and the Chief only",
    caller: "session",
    query: z.object({
      mint: addressSchema,
      beforeSeq: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    }),
    answer: z.object({ messages: z.array(chatMessageSchema), hasMore: z.boolean() }),
    errors: ["not_found", "not_a_member", "banned"],
  }),
  mine: defineRoute({
    method: "GET",
    path: "/v1/chat/mine",
    summary: "The caller's Tribes: own and joined, with the newest message",
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
        }),
      ),
    }),
  }),
} as const;
