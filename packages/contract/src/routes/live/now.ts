import * as z from "zod/mini";
import { addressSchema, timeSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** The public facts about a live. */
export const liveSummarySchema = z.object({
  mint: addressSchema,
  title: z.string(),
  startedAt: timeSchema,
  /** People in it, including those on the stage. */
  viewers: z.int(),
});
export type LiveSummary = z.output<typeof liveSummarySchema>;

export const now = defineRoute({
  method: "GET",
  path: "/v1/live",
  summary: "The Tribes that are live right now",
  caller: "device",
  answer: z.object({ lives: z.array(liveSummarySchema) }),
});

export const last = defineRoute({
  method: "GET",
  path: "/v1/live/last",
  summary: "When a Tribe was last live, and what about",
  caller: "device",
  query: z.object({ mint: addressSchema }),
  answer: z.object({
    /** Null before its first live. */
    live: z.nullable(
      z.object({
        title: z.string(),
        startedAt: timeSchema,
        /** Null while it is going on. */
        endedAt: z.nullable(timeSchema),
      }),
    ),
  }),
});
