import { hiddenFields } from "../http/hidden-fields.ts";
import { type Html, html } from "../http/html.ts";
import { googlePersonas } from "./personas.ts";

const carried = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
];

const action = "/google/o/oauth2/v2/auth";

/** The choice of an account. `problem` is the error of a typed address. */
export const chooseAccountPage = (params: URLSearchParams, problem: string | null): Html => html`
<h1>Choose an account</h1>
<p>to continue to Tribe. This page stands in for Google on your machine.</p>
<form method="post" action="${action}">${hiddenFields(params, carried)}
<ul class="rows">${googlePersonas.map(
  ({ sub, name, email, description }) =>
    html`<li><button class="account" name="account" value="${sub}"><strong>${name}</strong><span class="quiet">${email}</span><span class="quiet small">${description}</span></button></li>`,
)}</ul>
</form>
<form class="card" method="post" action="${action}">${hiddenFields(params, carried)}
<h2 class="first">Use another account</h2>
${problem ? html`<p class="bad" role="alert">${problem}</p>` : null}
<p><label for="email">E-mail</label><input id="email" name="email" type="email" required maxlength="200" autocomplete="off" value="${params.get("email") ?? ""}"></p>
<button name="account" value="typed">Next</button>
</form>
<form method="post" action="${action}">${hiddenFields(params, carried)}<button name="account" value="deny">Cancel</button></form>`;

/** Google's page for an invalid request; ours says what is wrong, for the developer. */
export const brokenGooglePage = (problem: string): Html => html`
<h1>Access blocked</h1>
<p>You can't sign in because this app sent an invalid request. Go back and try again.</p>
<p class="quiet small">For the developer: ${problem}.</p>`;

/** Explains this stand-in to people who open it themselves. */
export const googleHomePage = (): Html => html`
<h1>Google stand-in</h1>
<p>When you sign in to Tribe with Google on this machine, you come here instead of accounts.google.com and pick one of these accounts.</p>
<ul class="rows">${googlePersonas.map(
  ({ name, email, description }) =>
    html`<li><div class="account"><strong>${name}</strong><span class="quiet">${email}</span><span class="quiet small">${description}</span></div></li>`,
)}</ul>`;
