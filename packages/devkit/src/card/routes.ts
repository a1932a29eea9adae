import { isAddress } from "@solana/kit";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isForeignForm } from "../http/guard.ts";
import { html } from "../http/html.ts";
import { sendPage } from "../http/page.ts";
import { sameText } from "../same-text.ts";
import type { Order } from "./order.ts";
import type { Orders } from "./orders.ts";
import { cardHomePage, cardScript, orderPage } from "./pages.ts";

interface CardParts {
  readonly orders: Orders;
  readonly secret: string;
  /** Return links must lead here. */
  readonly appUrl: string;
  readonly origin: () => string;
}

/** An account must hold 890,880 lamports to exist; below a round figure above that an order makes no sense. */
const leastLamports = 1_000_000n;
const mostLamports = 1_000_000_000_000n;
const longestHoldMs = 20_000;

type NewOrder = Pick<Order, "orderId" | "address" | "lamports" | "returnUrl">;

/** The card on-ramp below `/card`: the merchant's API by secret key, and the hosted page for the payer. */
export const addCardRoutes = (app: FastifyInstance, { orders, secret, appUrl, origin }: CardParts): void => {
  const ending = new AbortController();
  app.addHook("preClose", async () => ending.abort());
  const urlOf = (orderId: string) => `${origin()}/card/orders/${orderId}`;
  const mayCall = (authorization: string | undefined) => sameText(authorization ?? "", `Bearer ${secret}`);

  app.post("/card/v1/orders", async (request, reply) => {
    if (!mayCall(request.headers.authorization)) return apiError(reply, 401, "unauthorized", "The secret key is wrong");
    const wanted = readOrder(request.body, appUrl);
    if (typeof wanted === "string") return apiError(reply, 400, "invalid_request", wanted);
    const known = orders.find(wanted.orderId) !== null;
    const order = await orders.create(wanted);
    if (order.address !== wanted.address || order.lamports !== wanted.lamports)
      return apiError(reply, 409, "order_exists", "Another order has this orderId");
    return reply.code(known ? 200 : 201).send({ url: urlOf(order.orderId) });
  });

  app.get<{ Params: { id: string } }>("/card/v1/orders/:id", (request, reply) => {
    if (!mayCall(request.headers.authorization)) return apiError(reply, 401, "unauthorized", "The secret key is wrong");
    const order = orders.find(request.params.id);
    if (!order) return apiError(reply, 404, "not_found", "No such order");
    const signature = order.state === "delivered" ? (order.transfer?.signature ?? null) : null;
    return reply.send({ orderId: order.orderId, state: order.state, signature });
  });

  app.get("/card", (_request, reply) => sendPage(reply, { title: "Card on-ramp", body: cardHomePage(orders.list()) }));
  app.get("/card/order.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(cardScript));

  app.get<{ Params: { id: string } }>("/card/orders/:id", (request, reply) =>
    sendOrder(reply, orders.find(request.params.id)),
  );

  app.get<{ Params: { id: string }; Querystring: { state?: string } }>(
    "/card/orders/:id/next",
    async (request, reply) => {
      const { id } = request.params;
      const hold = AbortSignal.any([ending.signal, AbortSignal.timeout(longestHoldMs)]);
      if (orders.find(id)?.state === request.query.state) await changeOf(orders, id, hold);
      return sendOrder(reply, orders.find(id));
    },
  );

  const act = (path: string, move: (id: string) => Promise<unknown>) =>
    app.post<{ Params: { id: string } }>(path, async (request, reply) => {
      const { id } = request.params;
      if (isForeignForm(request.headers) || !orders.find(id)) return sendOrder(reply, null);
      await move(id); // pressed twice, the second finds nothing to move
      return reply.redirect(`/card/orders/${id}`, 303);
    });
  act("/card/orders/:id/pay", (id) => orders.move(id, "open", "paid"));
  act("/card/orders/:id/cancel", (id) => orders.move(id, "open", "failed"));
};

const sendOrder = (reply: FastifyReply, order: Order | null): FastifyReply =>
  order
    ? sendPage(reply, { title: "Buy SOL by card", body: orderPage(order), script: "/card/order.js" })
    : sendPage(reply, {
        title: "No such order",
        status: 404,
        body: html`<h1>No such order</h1><p>Go back to Tribe and start again.</p>`,
      });

/** Resolves when the order changes its state, or when the signal ends the wait. */
const changeOf = (orders: Orders, id: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const before = orders.find(id)?.state;
    const done = () => {
      stop();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const stop = orders.onChange((order) => {
      if (order.orderId === id && order.state !== before) done();
    });
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });

const apiError = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
  reply.code(status).send({ error: { code, message } });

/** Reads a new order; a string says what is wrong with it. */
const readOrder = (body: unknown, appUrl: string): NewOrder | string => {
  if (typeof body !== "object" || body === null) return "The body must be a JSON object";
  const { orderId, address, lamports, returnUrl } = body as Record<string, unknown>; // each is checked below
  if (typeof orderId !== "string" || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(orderId))
    return "orderId must be a UUID";
  if (typeof address !== "string" || !isAddress(address)) return "address must be a Solana address";
  if (typeof lamports !== "string" || !/^[1-9][0-9]{0,18}$/.test(lamports))
    return "lamports must be a whole number, as a string";
  if (BigInt(lamports) < leastLamports || BigInt(lamports) > mostLamports)
    return "lamports must be between 0.001 and 1000 SOL";
  if (typeof returnUrl !== "string" || !URL.canParse(returnUrl) || new URL(returnUrl).origin !== new URL(appUrl).origin)
    return "returnUrl must lead to the app";
  return { orderId, address, lamports, returnUrl };
};
