import { randomUUID } from "node:crypto";
import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { ownUrl } from "../../../http/request/own-url.ts";
import { personByUid } from "../../identity/index.ts";
import { cardPageUrl } from "../on-ramp.ts";
import { addOrder } from "../store/card-orders.ts";
import { cardReturnPath } from "../webhook.ts";

/** Creates an order at the card on-ramp. It is stored before the on-ramp learns of it, so that its webhook always finds it. */
export const startCard = command(routes.fund.startCard, async ({ ctx, tx, session, body }) => {
  const { appUrl, card } = ctx.config;
  if (!ownUrl(appUrl, body.returnTo)) throw new ApiError("invalid_field", { field: "body.returnTo" });
  const person = await personByUid(tx, session.uid);
  if (!person?.address) throw new ApiError("wallet_missing");
  const order = { id: randomUUID(), uid: session.uid, address: person.address, amount: body.amount };
  await addOrder(tx, order);
  const returnUrl = `${appUrl}${cardReturnPath}?${new URLSearchParams({ to: body.returnTo })}`;
  return { orderId: order.id, url: cardPageUrl(card, { ...order, returnUrl }) };
});
