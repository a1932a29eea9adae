import * as z from "zod/mini";
import { appPathSchema, positiveLamportsSchema, signatureSchema, uuidSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** Funding a wallet by card, through an on-ramp that sends SOL to the wallet and tells us by signed webhook. */
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
} as const;

/**
 * The on-ramp's webhook, `POST /api/webhooks/card`, unsigned by us: it carries the provider's own HMAC-SHA-256 of
 * `<timestamp>.<raw body>` in `x-card-signature: t=<unix seconds>,v1=<hex>`.
 */
export const cardWebhookPath = "/webhooks/card";
export const cardWebhookSchema = z.object({
  id: z.string(),
  type: z.enum(["order.paid", "order.delivered", "order.failed"]),
  orderId: uuidSchema,
  signature: z.nullable(signatureSchema),
});
