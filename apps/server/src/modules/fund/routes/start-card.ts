import { randomUUID } from "node:crypto";
import { ApiError, routes } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { saga } from "../../../http/implement.ts";
import { ownUrl } from "../../../http/request/own-url.ts";
import { openOrder } from "../on-ramp.ts";
import { cardOrders } from "../schema.ts";

/** Opens an order at the card on-ramp. */
export const startCard = saga(routes.fund.startCard, async ({ ctx, session, body, commit }) => {
  const returnUrl = ownUrl(ctx.config.appUrl, body.returnTo)?.href;
  if (!returnUrl) throw new ApiError("invalid_field", { field: "body.returnTo" });
  const person = await ctx.ports.people.byUid(ctx.db, session.uid);
  if (!person?.address) throw new ApiError("wallet_missing");
  const order = { id: randomUUID(), uid: session.uid, address: person.address, amount: body.amount };
  // Stored before the provider hears of it, so that its webhook always finds the order.
  await commit(async (tx) => {
    await tx.insert(cardOrders).values({ ...order, state: "open" });
  });
  try {
    return { orderId: order.id, url: await openOrder(ctx.config.card, { ...order, returnUrl }) };
  } catch (cause) {
    await commit((tx) => tx.update(cardOrders).set({ state: "failed" }).where(eq(cardOrders.id, order.id)));
    if (cause instanceof ApiError) throw cause;
    ctx.log.error({ err: cause }, "the on-ramp did not take an order");
    throw new ApiError("unavailable", { cause });
  }
});
