import * as z from "zod/mini";
import { addressSchema, timeSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** A live as everybody may know of it. */
export const liveSummarySchema = z.object({
  mint: addressSchema,
  title: z.string(),
  startedAt: timeSchema,
  /** People in it, the stage included. */
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
