import * as z from "zod/mini";
import { attachmentIdSchema, attachmentSchema } from "../attachments.ts";
import { defineRoute } from "../route.ts";

/** The state of an upload. Its bytes are sent by the tus protocol to the uploads' own base (`media-url.ts`). */
const uploadStateSchema = z.discriminatedUnion("state", [
  /** Bytes are missing. */
  z.object({ state: z.literal("uploading") }),
  /** All bytes have arrived and are being checked. */
  z.object({ state: z.literal("processing") }),
  z.object({ state: z.literal("ready"), attachment: attachmentSchema }),
  /** `code` is from the error catalogue. */
  z.object({ state: z.literal("refused"), code: z.string() }),
]);

/** Files of messages. */
export const mediaRoutes = {
  upload: defineRoute({
    method: "GET",
    path: "/v1/media/upload",
    summary: "What became of one of the caller's uploads",
    caller: "session",
    query: z.object({ id: attachmentIdSchema }),
    answer: uploadStateSchema,
    errors: ["not_found"],
  }),
} as const;
