import * as z from "zod/mini";
import { faceSchema } from "../entities/people.ts";
import { callbackAnswerSchema, transferCursorSchema } from "../entities/transactions.ts";
import {
  addressSchema,
  blockTimeSchema,
  lamportsSchema,
  positiveUnitsSchema,
  signatureSchema,
  uuidSchema,
  withoutNull,
} from "../primitives.ts";
import { defineRoute } from "../route.ts";

/**
 * A JSON Schema pattern cannot express these rules, so a named format stands for them; generators of test data know it by name.
 */
const recipientSchema = z
  .clone(addressSchema)
  .register(z.globalRegistry, { format: "solana-address", description: "32 bytes in base58" });
const memoSchema = z.string().check(z.minLength(1), z.maxLength(400), withoutNull).register(z.globalRegistry, {
  format: "visible-line",
  // Characters, not UTF-16 units, as JSON Schema counts them.
  maxLength: 100,
  description: "One line without characters that nobody sees, and without a space at its ends",
});

const transferSchema = z.object({
  direction: z.enum(["in", "out"]),
  signature: signatureSchema,
  /** The sender, or the recipient. */
  other: faceSchema,
  /** Null for SOL. `isNew`: a migrated token, whose base unit is 10⁻⁶ of a token. */
  token: z.nullable(z.object({ mint: addressSchema, name: z.string(), symbol: z.string(), isNew: z.boolean() })),
  /** Lamports, or base units of the token; without the network's fee. */
  amount: positiveUnitsSchema,
  memo: z.nullable(z.string()),
  blockTime: blockTimeSchema,
});

/** Sending SOL and tokens from one's wallet, the list of past transfers, and the closing of empty token accounts. */
export const transfersRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/v1/transfer/list",
    summary: "What the caller sent here, and got from others who did, the newest first, page by page",
    caller: "session",
    query: z.object({
      /** `nextCursor` of the previous page. */
      cursor: z.optional(transferCursorSchema),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    }),
    answer: z.object({ transfers: z.array(transferSchema), nextCursor: z.nullable(z.string()) }),
    errors: ["wallet_missing"],
  }),
  prepare: defineRoute({
    method: "POST",
    path: "/v1/transfer",
    summary: "Prepares the sending of SOL, or of a Tribe's tokens, to a wallet; any number may be open at once",
    caller: "session",
    body: z.object({
      /** The caller's own UUID: a repeated key returns the same ticket. */
      idempotencyKey: uuidSchema,
      /** A wallet's address: never a token account's, and only one that has a private key. */
      recipient: recipientSchema,
      /** A Tribe's token, before or after its migration; absent for SOL. */
      mint: z.optional(addressSchema),
      /** Lamports, or base units of the token. */
      amount: positiveUnitsSchema,
      /** A public note that is stored on chain: one line of at most 100 characters. */
      memo: z.optional(memoSchema),
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
  emptyAccounts: defineRoute({
    method: "GET",
    path: "/v1/transfer/emptyAccounts",
    summary: "The caller's token accounts that hold nothing: closing them returns their deposits",
    caller: "session",
    answer: z.object({
      /** As many as one transaction closes; others follow once these are closed. */
      accounts: z.array(z.object({ account: addressSchema, lamports: lamportsSchema })),
    }),
    errors: ["wallet_missing"],
  }),
  closeAccounts: defineRoute({
    method: "POST",
    path: "/v1/transfer/emptyAccounts",
    summary: "Prepares the closing of the caller's empty token accounts; prepared again it replaces an unsigned one",
    caller: "session",
    body: z.object({
      /** The caller's own UUID: a repeated key returns the same ticket. */
      idempotencyKey: uuidSchema,
    }),
    answer: callbackAnswerSchema,
    /** `not_found`: none is empty. */
    errors: ["not_found", "wallet_missing", "insufficient_sol", "ticket_open", "system_paused"],
  }),
} as const;
