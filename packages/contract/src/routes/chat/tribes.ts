import * as z from "zod/mini";
import { authorSchema, chatMessageSchema, readStateSchema } from "../../chat.ts";
import { membershipStateSchema, subscriberSchema } from "../../entities/membership.ts";
import { addressSchema, timeSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

import { mintQuery } from "./shared.ts";

/** A person's Tribes, a Tribe's members, and joining. */

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
        /** They lost the seat by selling or moving tokens themselves. Older servers do not send it. */
        gaveUp: z.optional(z.boolean()),
        lastMessage: z.nullable(chatMessageSchema),
        /** Null when the caller has no access. */
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
    /** Whether the Chief allows the preview; if not, `messages` is empty. */
    isOpen: z.boolean(),
    /** Without files and reactions. */
    messages: z.array(chatMessageSchema),
    /** What the Chief has pinned, in plain text without spoilers; absent without one. */
    pinned: z.optional(
      z.object({ author: authorSchema, type: chatMessageSchema.shape.type, text: z.string(), sentAt: timeSchema }),
    ),
  }),
  errors: ["not_found", "banned"],
});
