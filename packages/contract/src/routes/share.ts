import * as z from "zod/mini";
import { addressSchema, messageIdSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** What can be shared: a Tribe by anybody, a message by its author. */
const shareRequestSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tribe"), mint: addressSchema }),
  z.object({ kind: z.literal("message"), mint: addressSchema, messageId: messageIdSchema }),
]);
export type ShareRequest = z.output<typeof shareRequestSchema>;

/** Pictures to share elsewhere. A Tribe's is also at `/share/token/<mint>.png`, for previews of its links. */
export const shareRoutes = {
  image: defineRoute({
    method: "POST",
    path: "/v1/share/image",
    summary: "A picture card of 1200 × 630 pixels: of a Tribe, or of one's own message",
    caller: "device",
    body: shareRequestSchema,
    produces: "image/png",
    answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    errors: ["not_found", "forbidden", "not_a_member", "banned"],
  }),
} as const;
