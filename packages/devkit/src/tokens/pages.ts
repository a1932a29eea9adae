import { type Html, html } from "../http/html.ts";
import { samples, sampleTokens } from "./sample-tokens.ts";

/** The result of the last press. */
export interface TokensNews {
  readonly kind: "good" | "bad";
  readonly text: string;
}

/** A form for a wallet's address with a button for each kind of token. */
export const tokensPage = (address: string, news: TokensNews | null): Html => html`
<h1>Tokens</h1>
<p class="quiet">Something to give: each press makes a new token on your local chain, and puts ${sampleTokens.toLocaleString("en")} of it into a wallet. Find your address in Tribe, under Receive.</p>
<form method="post" action="/tokens" class="card">
<p><label for="address">Wallet address</label><br><input id="address" name="address" required autocomplete="off" spellcheck="false" size="44" maxlength="44" value="${address}"></p>
<div class="actions">${Object.entries(samples).map(
  ([name, { label }]) => html`<button class="main" name="token" value="${name}">${label}</button>`,
)}</div>
${news ? html`<p role="status" class="${news.kind}">${news.text}</p>` : null}
</form>`;
