import * as z from "zod/mini";
import { chatMessageSchema, readStateSchema } from "../../chat.ts";
import { membershipStateSchema, subscriberSchema } from "../../entities/membership.ts";
import { addressSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

import { mintQuery } from "./shared.ts";

/** Which Tribes a person is in, who is in one, and the way in. */

export const subscribers = defineRoute({
  method: "GET",
  path: "/v1/chat/subscribers",
  summary: "The members of a Tribe, the Chief first, then by holding",
  caller: "device",
  query: mintQuery,
  answer: z.object({ subscribers: z.array(subscriberSchema) }),
  errors: ["not_found"],
});

export const join = defineRoute({
  method: "POST",
  path: "/v1/chat/join",
  summary: "Takes a seat; the gate is checked against the chain's indexed holdings",
  caller: "session",
  body: z.object({ mint: addressSchema }),
  answer: z.object({ state: membershipStateSchema }),
  errors: ["not_found", "social_required", "wallet_missing", "threshold_missed", "banned"],
});

export const mine = defineRoute({
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
});

export const preview = defineRoute({
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
});
