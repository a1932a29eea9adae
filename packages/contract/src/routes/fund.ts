import * as z from "zod/mini";
import { appPathSchema, positiveLamportsSchema, signatureSchema, uuidSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/**
 * Funding a wallet: by card through MoonPay, which sends SOL to the wallet and reports to us by signed webhook; or from another
 * chain, on a bridge's own page.
 */
export const fundRoutes = {
  startCard: defineRoute({
    method: "POST",
    path: "/v1/fund/card",
    summary: "Opens an order at the on-ramp; the person pays on its hosted page",
    caller: "session",
    body: z.object({
      amount: positiveLamportsSchema,
      returnTo: appPathSchema,
    }),
    answer: z.object({ orderId: uuidSchema, url: z.string() }),
    errors: ["wallet_missing", "unavailable"],
  }),
  cardStatus: defineRoute({
    method: "GET",
    path: "/v1/fund/card",
    summary: "Where an order stands",
    caller: "session",
    query: z.object({ orderId: uuidSchema }),
    answer: z.object({
      state: z.enum(["open", "paid", "delivered", "failed"]),
      signature: z.nullable(signatureSchema),
    }),
    errors: ["not_found"],
  }),
  bridgePage: defineRoute({
    method: "GET",
    path: "/v1/fund/bridge",
    summary: "The bridge's page that swaps into SOL for the caller's wallet; null where there is no bridge",
    caller: "session",
    answer: z.object({ url: z.nullable(z.string()) }),
    errors: ["wallet_missing"],
  }),
} as const;

/**
 * MoonPay's webhook of a purchase, `POST /api/webhooks/card`. It does not use our signature but the provider's HMAC-SHA-256 of
 * `<timestamp>.<raw body>` in `Moonpay-Signature-V2: t=<unix seconds>,s=<hex>`. These are the fields that we read.
 * https://dev.moonpay.com/api-reference/widget/webhooks/buy
 */
export const cardWebhookPath = "/webhooks/card";
export const cardWebhookSchema = z.object({
  /** `transaction_created`, `transaction_updated`, `transaction_failed`; others are not about purchases. */
  type: z.string().check(z.maxLength(100)),
  data: z.object({
    /** MoonPay's id of the transaction. */
    id: z.string().check(z.maxLength(100)),
    /** `waitingPayment`, `waitingAuthorization`, `pending`, `completed`, `failed`. */
    status: z.optional(z.string().check(z.maxLength(100))),
    /** Our id of the order. */
    externalTransactionId: z.nullish(z.string().check(z.maxLength(100))),
    /** Signature of the transaction on chain, once it was sent. */
    cryptoTransactionId: z.nullish(z.string().check(z.maxLength(200))),
  }),
});
