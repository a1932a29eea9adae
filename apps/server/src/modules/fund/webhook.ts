import { createHmac } from "node:crypto";
import { ApiError, cardWebhookPath, cardWebhookSchema, signatureSchema, uuidSchema } from "@tribe/contract";
import { eq } from "drizzle-orm";
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
import { cardOrders, cardWebhooks } from "./schema.ts";

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

/** The states of a purchase. */
type PurchaseState = "paid" | "delivered" | "failed";

/**
 * An order's state from its purchases, in whichever order the webhooks arrived. SOL that was sent is final. After a card was
 * refused the person may try another one on the same page, which is another purchase: while that is pending, the order is.
 * @param known `<purchase>:<state>` of each webhook
 */
const stateOfOrder = (known: readonly string[]): PurchaseState | null => {
  const is = (state: PurchaseState) =>
    new Set(known.filter((id) => id.endsWith(`:${state}`)).map((id) => id.slice(0, -state.length - 1)));
  const [paid, failed] = [is("paid"), is("failed")];
  if (is("delivered").size > 0) return "delivered";
  if ([...paid].some((purchase) => !failed.has(purchase))) return "paid";
  return failed.size > 0 ? "failed" : null;
};

/** MoonPay's states of a purchase that change an order; before them it waits for the person. */
const stateOf: Readonly<Record<string, PurchaseState>> = {
  pending: "paid",
  completed: "delivered",
  failed: "failed",
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
    const state = new Map(Object.entries(stateOf)).get(data.status ?? "");
    const orderId = z.safeParse(uuidSchema, data.externalTransactionId);
    const signature = z.safeParse(signatureSchema, data.cryptoTransactionId);
    if (state && orderId.success)
      await ctx.db.transaction(async (tx) => {
        // Two webhooks of one order are handled one after another, because each must see what the other has stored.
        const [order] = await tx.select().from(cardOrders).where(eq(cardOrders.id, orderId.data)).for("update");
        const fresh = await tx
          .insert(cardWebhooks)
          .values({ id: `${data.id}:${state}`, orderId: orderId.data })
          .onConflictDoNothing()
          .returning({ id: cardWebhooks.id });
        if (order && fresh.length > 0) await moveOrder(tx, order, signature.success ? signature.data : null);
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

const moveOrder = async (
  tx: Executor,
  { id, uid, state: before, signature: sentBefore }: typeof cardOrders.$inferSelect,
  signature: (typeof cardOrders.$inferSelect)["signature"],
): Promise<void> => {
  const known = await tx.select({ id: cardWebhooks.id }).from(cardWebhooks).where(eq(cardWebhooks.orderId, id));
  const state = stateOfOrder(known.map((webhook) => webhook.id));
  // Older webhooks name no order: what they have delivered stays.
  if (state === null || state === before || before === "delivered") return;
  await tx
    .update(cardOrders)
    .set({ state, signature: signature ?? sentBefore, changedAt: new Date() })
    .where(eq(cardOrders.id, id));
  await writeEvent(tx, "user.changed", { uid });
};
