import * as z from "zod/mini";
import { base64Schema, signatureSchema, ticketSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** How the handing in of a signature fails, whichever call takes it. */
export const submissionErrors = [
  "ticket_unknown",
  "ticket_expired",
  "ticket_signature_invalid",
  "slippage_exceeded",
  "insufficient_sol",
  "trade_submission_failed",
] as const;

/** Signed transactions of every kind, on their way to the chain. */
export const transactionsRoutes = {
  confirm: defineRoute({
    method: "POST",
    path: "/v1/factory/confirm",
    summary:
      "Takes a signed transaction of a callback ticket, stores and sends it; the same ticket twice is one transaction",
    caller: "session",
    body: z.object({
      /** The message as it was prepared; the whole signed transaction may stand in its place. */
      message: z.optional(base64Schema),
      transaction: z.optional(base64Schema),
      /** Needed beside `message`. */
      signature: z.optional(signatureSchema),
      callbackTicket: ticketSchema,
    }),
    answer: z.object({ signature: signatureSchema, blockhash: z.string(), lastValidBlockHeight: z.int() }),
    errors: submissionErrors,
  }),
} as const;
