import * as z from "zod/mini";
import { tradeModeSchema } from "../entities/trades.ts";
import {
  callbackAnswerSchema,
  creationStateSchema,
  preparedMessageSchema,
  ticketAnswerSchema,
  tradeStateSchema,
} from "../entities/transactions.ts";
import {
  addressSchema,
  lamportsSchema,
  positiveTokenUnitsSchema,
  signatureSchema,
  ticketSchema,
  tokenIdSchema,
  tokenUnitsSchema,
  uuidSchema,
  visibleLine,
} from "../primitives.ts";
import { defineRoute } from "../route.ts";
import { submissionErrors } from "./transactions.ts";

/** Creating a Tribe's token and trading it on its curve. */
export const factoryRoutes = {
  prepareCreation: defineRoute({
    method: "POST",
    path: "/v1/factory/createToken",
    summary: "Prepares the transaction that creates the caller's Tribe; a retry reuses the token id",
    caller: "session",
    body: z.object({
      /** The caller's own UUID: a repeated key returns the same ticket. Without one each call creates a ticket. */
      idempotencyKey: z.optional(uuidSchema),
      /** The caller's display name, cut to 32 bytes of UTF-8. */
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(32), ...visibleLine),
      symbol: z.string().check(z.regex(/^[A-Z0-9]{1,10}$/, "must be 1 to 10 capital letters or digits")),
      /** The caller's current picture, which becomes the Tribe's. */
      pfpUrl: z.string().check(z.minLength(1), z.maxLength(2_000)),
      /** The creator's first buy in token base units, whole tokens only; 0 for none. */
      amountInLamports: tokenUnitsSchema,
    }),
    answer: z.extend(preparedMessageSchema, { tokenId: tokenIdSchema, mint: addressSchema }),
    errors: [
      "profile_required",
      "profile_changed",
      "social_required",
      "wallet_missing",
      "symbol_unusable",
      "tribe_exists",
      "conflict",
      "ticket_open",
      "more_sol_needed",
      "insufficient_sol",
      "affiliate_without_referral",
      "system_paused",
    ],
  }),
  submitCreation: defineRoute({
    method: "PUT",
    path: "/v1/factory/createToken",
    summary: "Hands in the creator's signature; the server adds its own, stores and sends",
    caller: "session",
    body: z.object({ tokenId: tokenIdSchema, signature: signatureSchema }),
    answer: z.object({ signature: signatureSchema }),
    errors: [
      "ticket_unknown",
      "ticket_expired",
      "ticket_signature_invalid",
      "insufficient_sol",
      "trade_submission_failed",
    ],
  }),
  creationStatus: defineRoute({
    method: "GET",
    path: "/v1/factory/createToken",
    summary: "Where a creation stands; at or above 2 (confirmed) it is complete",
    caller: "session",
    query: z.object({ tokenId: tokenIdSchema }),
    answer: z.object({
      state: creationStateSchema,
      /** Preparing the creation again solves its failure. */
      shouldRetry: z.boolean(),
      /** A code of the failure catalogue (packages/domain), which has its text. */
      errorReason: z.nullable(z.string()),
      signature: z.nullable(signatureSchema),
      mint: addressSchema,
    }),
    errors: ["not_found"],
  }),
  prepareTrade: defineRoute({
    method: "POST",
    path: "/v2/factory/trade",
    summary: "Opens a ticket: the message of one buy or sell, for the caller to sign",
    caller: "session",
    body: z.object({
      /** The caller's own UUID: a repeated key returns the same ticket. Without one each call opens a new ticket. */
      idempotencyKey: z.optional(uuidSchema),
      mint: addressSchema,
      tokenId: tokenIdSchema,
      tradeType: tradeModeSchema,
      /** Tokens to buy or sell, in base units. With fixed SOL: the most to buy. */
      tokenAmountInLamports: positiveTokenUnitsSchema,
      /** Buys: fewer tokens than this fails with 6002. */
      minTokensReceivedInLamports: z.optional(tokenUnitsSchema),
      /**
       * Buys: the most to pay, including all fees; the server never raises it. With fixed tokens it may be left out, and is then
       * the server's quote with the default slippage. With fixed SOL it is what is spent.
       */
      maxSolInLamports: z.optional(lamportsSchema),
      /** Sells: less than this after fees fails with 6003. */
      minSolReceivedInLamports: z.optional(lamportsSchema),
    }),
    answer: ticketAnswerSchema,
    errors: [
      "not_found",
      "social_required",
      "wallet_missing",
      "insufficient_sol",
      "insufficient_tokens",
      "final_tokens",
      "curve_closed",
      "affiliate_without_referral",
      "slippage_exceeded",
      "ticket_open",
      "system_paused",
    ],
  }),
  submitTrade: defineRoute({
    method: "PUT",
    path: "/v2/factory/trade",
    summary: "Hands in the trader's signature; the same ticket put twice is one trade",
    caller: "session",
    body: z.object({ ticket: ticketSchema, signature: signatureSchema }),
    answer: z.object({ signature: signatureSchema }),
    errors: submissionErrors,
  }),
  tradeStatus: defineRoute({
    method: "GET",
    path: "/v2/factory/trade",
    summary: "Where a trade stands: 0 initialized, 1 pending, 2 succeeded, 3 failed",
    caller: "session",
    query: z.object({ ticket: ticketSchema }),
    answer: z.object({
      state: tradeStateSchema,
      /** A code of the failure catalogue (packages/domain), which has its text. */
      errorReason: z.nullable(z.string()),
      signature: z.nullable(signatureSchema),
    }),
    errors: ["ticket_unknown"],
  }),
  convert: defineRoute({
    method: "POST",
    path: "/v1/factory/convert",
    summary: "Prepares the exchange of old tokens of a migrated Tribe for new ones, at the migration's rate",
    caller: "session",
    body: z.object({
      /** The caller's own UUID: a repeated key returns the same ticket. */
      idempotencyKey: uuidSchema,
      mint: addressSchema,
      /** Old tokens to exchange, in base units. */
      tokenAmountInLamports: positiveTokenUnitsSchema,
    }),
    answer: callbackAnswerSchema,
    errors: [
      "not_found",
      "wallet_missing",
      "not_migrated",
      "insufficient_sol",
      "insufficient_tokens",
      "ticket_open",
      "system_paused",
    ],
  }),
  /** Short, because a mint's `uri` has 64 bytes; `t` is the token's id in base 36. */
  metadata: defineRoute({
    method: "GET",
    path: "/v1/meta",
    summary: "What a mint's uri points to, as wallets and explorers read it",
    caller: "public",
    query: z.object({ t: z.string().check(z.regex(/^[0-9a-z]{1,13}$/, "must be a token id in base 36")) }),
    answer: z.object({
      name: z.string(),
      symbol: z.string(),
      description: z.string(),
      image: z.string(),
      external_url: z.string(),
    }),
    errors: ["not_found"],
  }),
} as const;
