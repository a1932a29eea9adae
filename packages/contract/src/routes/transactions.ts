import * as z from "zod/mini";
import { base64Schema, signatureSchema, ticketSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** Errors of submitting a signature, in every call that accepts one. */
export const submissionErrors = [
  "ticket_unknown",
  "ticket_expired",
  "ticket_signature_invalid",
  "slippage_exceeded",
  "insufficient_sol",
  "trade_submission_failed",
] as const;

/** Signed transactions of every kind, from submission to their outcome. */
export const transactionsRoutes = {
  confirm: defineRoute({
    method: "POST",
    path: "/v1/factory/confirm",
    summary:
      "Takes a signed transaction of a callback ticket, stores and sends it; the same ticket twice is one transaction",
    caller: "session",
    body: z.object({
      /** The message as it was prepared, or instead the whole signed transaction. */
      message: z.optional(base64Schema),
      transaction: z.optional(base64Schema),
      /** Required with `message`. */
      signature: z.optional(signatureSchema),
      callbackTicket: ticketSchema,
    }),
    answer: z.object({ signature: signatureSchema, blockhash: z.string(), lastValidBlockHeight: z.int() }),
    errors: submissionErrors,
  }),
} as const;
