import { createHmac } from "node:crypto";
import { ApiError, cardWebhookPath, cardWebhookSchema } from "@tribe/contract";
import { and, eq, inArray } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { parse, parseJson } from "../../http/request/parse.ts";
import { payloadOf } from "../../http/request/verify.ts";
import { isSame } from "../../secrets.ts";
import { cardOrders, cardWebhooks } from "./schema.ts";

const toleranceSeconds = 300;

/** Checks `t=<unix seconds>,v1=<hex>` over `<t>.<raw body>`. @throws ApiError `signature_invalid`, `clock_skew` */
export const checkWebhook = (header: string, payload: Uint8Array, secret: string, nowMs: number): void => {
  const [, time, mac] = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!time || !mac || !secret) throw new ApiError("signature_invalid");
  const expected = createHmac("sha256", secret).update(`${time}.`).update(payload).digest();
  if (!isSame(expected, Buffer.from(mac, "hex"))) throw new ApiError("signature_invalid");
  if (Math.abs(nowMs / 1000 - Number(time)) > toleranceSeconds) throw new ApiError("clock_skew");
};

/** What may come before each state: events can overtake each other, and an end is an end. */
const earlier = {
  paid: ["open"],
  delivered: ["open", "paid"],
  failed: ["open", "paid"],
} as const;

const stateOf = { "order.paid": "paid", "order.delivered": "delivered", "order.failed": "failed" } as const;

/** Takes in the on-ramp's webhook: the same one again changes nothing and is answered the same. */
export const registerCardWebhook = (app: FastifyInstance, ctx: AppContext): void => {
  app.post(`/api${cardWebhookPath}`, async (request, reply) => {
    const payload = payloadOf(request);
    const header = request.headers["x-card-signature"];
    checkWebhook(typeof header === "string" ? header : "", payload, ctx.config.card.secret, ctx.now());
    const event = parse(cardWebhookSchema, parseJson(payload), "body");
    await ctx.db.transaction(async (tx) => {
      const fresh = await tx
        .insert(cardWebhooks)
        .values({ id: event.id })
        .onConflictDoNothing()
        .returning({ id: cardWebhooks.id });
      if (fresh.length > 0) await moveOrder(tx, event.orderId, stateOf[event.type], event.signature);
    });
    return reply.send({});
  });
};

const moveOrder = async (
  tx: Executor,
  orderId: string,
  state: keyof typeof earlier,
  signature: (typeof cardOrders.$inferSelect)["signature"],
): Promise<void> => {
  const moved = await tx
    .update(cardOrders)
    .set({ state, signature, changedAt: new Date() })
    .where(and(eq(cardOrders.id, orderId), inArray(cardOrders.state, [...earlier[state]])))
    .returning({ uid: cardOrders.uid });
  for (const { uid } of moved) await writeEvent(tx, "user.changed", { uid });
};
