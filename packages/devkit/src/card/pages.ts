import { type Html, html } from "../http/html.ts";
import { statusOf } from "./moonpay.ts";
import { formatSol, type Order, transactionIdOf } from "./order.ts";

const facts = (order: Order): Html => html`<dl>
<dt>You buy</dt><dd class="figure">${formatSol(order.lamports)}</dd>
<dt>It goes to</dt><dd>${order.address}</dd>
<dt>Card</dt><dd>Test card ending in 4242. No money moves.</dd>
</dl>`;

/** Adds the purchase's id and state to the page's return URL, as MoonPay does. */
const back = (order: Order): Html => {
  const url = new URL(order.returnUrl);
  url.searchParams.set("transactionId", transactionIdOf(order));
  url.searchParams.set("transactionStatus", statusOf[order.state]);
  return html`<p class="actions"><a class="button main" href="${url.href}">Back to Tribe</a></p>`;
};

const stateOf = (order: Order): Html => {
  switch (order.state) {
    case "open":
      return html`<div class="actions">
<form method="post" action="/card/orders/${order.orderId}/pay"><button class="main">Pay</button></form>
<form method="post" action="/card/orders/${order.orderId}/cancel"><button>Cancel</button></form></div>`;
    case "paid":
      return html`<p><strong>Paid.</strong> Your SOL is on its way. This takes a few seconds.</p>`;
    case "delivered":
      return html`<p class="good"><strong>Done.</strong> ${formatSol(order.lamports)} has arrived in your wallet.</p>${back(order)}`;
    case "failed":
      if (order.transfer)
        return html`<p class="bad"><strong>Not delivered.</strong> The chain refused the transfer. Nothing was charged.</p>${back(order)}`;
      return html`<p class="bad"><strong>Cancelled.</strong> Nothing was charged and nothing was sent.</p>${back(order)}`;
  }
};

/** The hosted page of an order; during the delivery its script refreshes it. */
export const orderPage = (order: Order): Html => html`
<h1>Buy SOL by card</h1>
<p class="quiet">This page stands in for MoonPay on your machine. The SOL is real on your local chain.</p>
<div class="card">${facts(order)}<div id="state" role="status" data-state="${order.state}" data-order="${order.orderId}">${stateOf(order)}</div></div>`;

/** The on-ramp's front page: the latest orders. */
export const cardHomePage = (orders: readonly Order[]): Html => html`
<h1>Card on-ramp</h1>
<p class="quiet">Tribe opens an order here when you add funds by card.</p>
${
  orders.length === 0
    ? html`<div class="card"><p>No order yet. In Tribe, open your wallet and choose to add funds by card.</p></div>`
    : html`<ul class="rows">${orders
        .slice(0, 50)
        .map(
          (order) =>
            html`<li><a class="row" href="/card/orders/${order.orderId}"><span class="subject">${formatSol(order.lamports)}</span><span>${order.state}</span><span class="quiet small">${order.address}</span></a></li>`,
        )}</ul>`
}`;

/** Reloads the page until the delivery is over; the server delays each answer until something has changed. */
export const cardScript = `
const state = document.getElementById("state");
const follow = async () => {
  while (state.dataset.state === "paid") {
    try {
      const answer = await fetch("/card/orders/" + state.dataset.order + "/next?state=" + state.dataset.state);
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("state");
      state.replaceChildren(...fresh.childNodes);
      state.dataset.state = fresh.dataset.state;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
};
if (state) follow();
`;
