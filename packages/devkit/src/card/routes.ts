import type { FastifyInstance, FastifyReply } from "fastify";
import { isForeignForm } from "../http/guard.ts";
import { html } from "../http/html.ts";
import { sendPage } from "../http/page.ts";
import { type MoonPayAccount, readPurchase } from "./moonpay.ts";
import type { Order } from "./order.ts";
import type { Orders } from "./orders.ts";
import { cardHomePage, cardScript, orderPage } from "./pages.ts";

interface CardParts {
  readonly orders: Orders;
  readonly account: MoonPayAccount;
  /** The only origin that return URLs may have. */
  readonly appUrl: string;
}

const longestHoldMs = 20_000;

/** MoonPay's hosted page below `/card`: a signed URL creates an order and redirects the payer to its page. */
export const addCardRoutes = (app: FastifyInstance, { orders, account, appUrl }: CardParts): void => {
  const ending = new AbortController();
  app.addHook("preClose", async () => ending.abort());

  app.get("/card", async (request, reply) => {
    const [, search] = /^[^?]*(\?.*)$/.exec(request.raw.url ?? "") ?? [];
    if (search === undefined || search === "?")
      return sendPage(reply, { title: "Card on-ramp", body: cardHomePage(orders.list()) });
    const wanted = readPurchase(search, account, appUrl);
    if (typeof wanted === "string") return sendRefusal(reply, wanted);
    const order = await orders.create(wanted);
    if (order.address !== wanted.address || order.lamports !== wanted.lamports)
      return sendRefusal(reply, "Another purchase has this externalTransactionId");
    return reply.redirect(`/card/orders/${order.orderId}`, 303);
  });
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
      await move(id); // a second press finds the order in another state
      return reply.redirect(`/card/orders/${id}`, 303);
    });
  act("/card/orders/:id/pay", (id) => orders.move(id, "open", "paid"));
  act("/card/orders/:id/cancel", (id) => orders.move(id, "open", "failed"));
};

const sendRefusal = (reply: FastifyReply, why: string): FastifyReply =>
  sendPage(reply, {
    title: "This purchase can't begin",
    status: 400,
    body: html`<h1>This purchase can't begin</h1><p>${why}. Go back to Tribe and start again.</p>`,
  });

const sendOrder = (reply: FastifyReply, order: Order | null): FastifyReply =>
  order
    ? sendPage(reply, { title: "Buy SOL by card", body: orderPage(order), script: "/card/order.js" })
    : sendPage(reply, {
        title: "No such order",
        status: 404,
        body: html`<h1>No such order</h1><p>Go back to Tribe and start again.</p>`,
      });

/** Resolves when the order's state changes, or when the signal aborts. */
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
