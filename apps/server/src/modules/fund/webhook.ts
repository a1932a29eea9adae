import { createHmac } from "node:crypto";
import { ApiError, cardWebhookPath, cardWebhookSchema, signatureSchema, uuidSchema } from "@tribe/contract";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { AppContext } from "../../context/context.ts";
import { isSame } from "../../crypto/secrets.ts";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { ownUrl } from "../../http/request/own-url.ts";
import { parse, parseJson } from "../../http/request/parse.ts";
import { readTarget } from "../../http/request/target.ts";
import { payloadOf } from "../../http/request/verify.ts";
import { purchaseState, stateOfOrder, webhookId } from "./rules/order-state.ts";
import { addWebhook, type CardOrderRow, lockOrder, storeOrderState, webhooksOf } from "./store/card-orders.ts";

const toleranceSeconds = 300;

/**
 * Verifies the signature `t=<unix seconds>,s=<hex>` over `<t>.<raw body>`. @throws ApiError `signature_invalid`, `clock_skew`
 */
export const checkWebhook = (header: string, payload: Uint8Array, key: string, nowMs: number): void => {
  const [, time, mac] = /^t=([0-9]{1,12}),s=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!time || !mac || !key) throw new ApiError("signature_invalid");
  const expected = createHmac("sha256", key).update(`${time}.`).update(payload).digest();
  if (!isSame(expected, Buffer.from(mac, "hex"))) throw new ApiError("signature_invalid");
  if (Math.abs(nowMs / 1000 - Number(time)) > toleranceSeconds) throw new ApiError("clock_skew");
};

/**
 * Handles MoonPay's webhook. A repeated one, or one about an order that is not ours, changes nothing and gets the same answer.
 */
export const registerCardWebhook = (app: FastifyInstance, ctx: AppContext): void => {
  app.post(`/api${cardWebhookPath}`, async (request, reply) => {
    const payload = payloadOf(request);
    const header = request.headers["moonpay-signature-v2"];
    checkWebhook(typeof header === "string" ? header : "", payload, ctx.config.card.webhookKey, ctx.now());
    const { data } = parse(cardWebhookSchema, parseJson(payload), "body");
    const state = purchaseState(data.status ?? "");
    const orderId = z.safeParse(uuidSchema, data.externalTransactionId);
    const signature = z.safeParse(signatureSchema, data.cryptoTransactionId);
    if (state && orderId.success)
      await ctx.db.transaction(async (tx) => {
        // Two webhooks of one order are handled one after another, because each must see what the other has stored.
        const order = await lockOrder(tx, orderId.data);
        const isNew = await addWebhook(tx, webhookId(data.id, state), orderId.data);
        if (order && isNew) await changeOrder(tx, order, signature.success ? signature.data : null);
      });
    return reply.send({});
  });
};

/** The path to which MoonPay sends people back, with a query of its own that the page does not need. */
export const cardReturnPath = "/api/webhooks/card/return";

/** Redirects a person who comes back from MoonPay to where they were. */
export const registerCardReturn = (app: FastifyInstance, ctx: AppContext): void => {
  app.get(cardReturnPath, async (request, reply) => {
    const { appUrl } = ctx.config;
    const to = readTarget(request.raw.url).query.get("to") ?? "/";
    return reply.header("cache-control", "no-store").redirect(ownUrl(appUrl, to)?.href ?? appUrl, 302);
  });
};

const changeOrder = async (
  tx: Executor,
  { id, uid, state: before, signature: signatureBefore }: CardOrderRow,
  signature: CardOrderRow["signature"],
): Promise<void> => {
  const state = stateOfOrder(await webhooksOf(tx, id));
  // Older webhooks name no order: what they have delivered stays.
  if (state === null || state === before || before === "delivered") return;
  await storeOrderState(tx, id, state, signature ?? signatureBefore);
  await writeEvent(tx, "user.changed", { uid });
};
