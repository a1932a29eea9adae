import { type Html, html } from "../http/html.ts";
import { type BridgeLink, inputChains } from "./link.ts";

/** The result of the last press. */
export interface BridgeNews {
  readonly kind: "good" | "bad";
  readonly text: string;
}

/** The swap of a link, with a form for its amount. */
export const bridgePage = (
  { inputChain, address }: BridgeLink,
  { action, amount, news }: { readonly action: string; readonly amount: string; readonly news: BridgeNews | null },
): Html => html`
<h1>Swap into SOL</h1>
<p class="quiet">This page stands in for deBridge on your machine. No money moves on another chain; the SOL is real on your local chain.</p>
<form method="post" action="${action}" class="card">
<dl><dt>You pay from</dt><dd>${inputChains[inputChain] ?? inputChain}</dd><dt>SOL goes to</dt><dd>${address}</dd></dl>
<p><label for="amount">You receive, in SOL</label><br><input id="amount" name="amount" required inputmode="decimal" autocomplete="off" maxlength="20" value="${amount}"></p>
<div class="actions"><button class="main">Swap</button></div>
${news ? html`<p role="status" class="${news.kind}">${news.text}</p>` : null}
</form>`;

/** Shown without a link, or for an invalid one. */
export const noSwapPage = (why: string | null): Html => html`
<h1>Bridge</h1>
<p>${why ? `${why}. ` : null}Open it in Tribe: in your wallet choose to add SOL, then From another chain.</p>`;
