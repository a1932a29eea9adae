import * as z from "zod/mini";
import { authorSchema } from "../../chat.ts";
import { addressSchema, timeSchema, visibleLine } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";
import { liveSummarySchema } from "./now.ts";

const mintBody = { mint: addressSchema };
const gate = ["not_found", "not_a_member", "banned"] as const;

export const start = defineRoute({
  method: "POST",
  path: "/v1/live",
  summary: "The Chief goes live; one that is on already stays",
  caller: "session",
  body: z.object({ ...mintBody, title: z.string().check(z.maxLength(80), ...visibleLine) }),
  answer: z.object({ live: liveSummarySchema }),
  errors: ["not_found", "forbidden"],
});

export const token = defineRoute({
  method: "POST",
  path: "/v1/live/token",
  summary: "What lets the caller into a live: for one person, one live, one use, five minutes",
  caller: "session",
  body: z.object(mintBody),
  answer: z.object({
    token: z.string(),
    /** Settings of `RTCPeerConnection`. */
    iceServers: z.array(
      z.object({ urls: z.string(), username: z.optional(z.string()), credential: z.optional(z.string()) }),
    ),
  }),
  errors: [...gate, "live_ended"],
});

export const notes = defineRoute({
  method: "GET",
  path: "/v1/live/notes",
  summary: "A Tribe's last lives, the newest first, for who may read its chat",
  caller: "session",
  query: z.object({ mint: addressSchema }),
  answer: z.object({
    notes: z.array(
      z.object({
        by: authorSchema,
        title: z.string(),
        startedAt: timeSchema,
        /** Null while it is going on. */
        endedAt: z.nullable(timeSchema),
      }),
    ),
  }),
  errors: gate,
});
