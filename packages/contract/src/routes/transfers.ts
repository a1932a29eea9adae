import * as z from "zod/mini";
import { callbackAnswerSchema } from "../entities.ts";
import { addressSchema, positiveUnitsSchema, uuidSchema, withoutNull } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** Sending SOL and tokens out of one's wallet. */
export const transfersRoutes = {
  prepare: defineRoute({
    method: "POST",
    path: "/v1/transfer",
    summary: "Prepares the sending of SOL, or of a Tribe's tokens, to a wallet; any number may be open at once",
    caller: "session",
    body: z.object({
      /** The caller's own UUID: the same key asked twice is the same ticket. */
      idempotencyKey: uuidSchema,
      /** A wallet; never a token account, and nobody's whom no key belongs to. */
      recipient: addressSchema,
      /** Of a Tribe's tokens, before or after its migration; SOL without it. */
      mint: z.optional(addressSchema),
      /** Lamports, or base units of the token. */
      amount: positiveUnitsSchema,
      /** Written on chain beside it, for everybody to read: one line of at most 100 characters. */
      memo: z.optional(z.string().check(z.minLength(1), z.maxLength(400), withoutNull)),
    }),
    answer: callbackAnswerSchema,
    errors: [
      "not_found",
      "wallet_missing",
      "recipient_unusable",
      "recipient_needs_more",
      "insufficient_sol",
      "insufficient_tokens",
      "system_paused",
    ],
  }),
} as const;
