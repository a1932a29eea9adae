import { hiddenFields } from "../http/hidden-fields.ts";
import { type Html, html } from "../http/html.ts";
import { personas } from "./personas.ts";

const carried = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
];

/** Asks for the person's X account. `problem` is the error of a typed one. */
export const authorizePage = (params: URLSearchParams, problem: string | null): Html => html`
<h1>Connect an X account</h1>
<p>Tribe asks X who you are: your name, handle and picture. This page stands in for X on your machine.</p>
<form method="post" action="/x/i/oauth2/authorize">${hiddenFields(params, carried)}
<h2>Continue as</h2>
${personas.map(
  (persona) =>
    html`<button class="person" name="persona" value="${persona.id}"><img src="/x/profile_images/${persona.id}_normal.png" alt="" width="48" height="48"><span><strong>${persona.name}</strong><span class="quiet">@${persona.username}</span><br><span class="quiet small">${persona.description}</span></span></button>`,
)}
</form>
<form class="card" method="post" action="/x/i/oauth2/authorize">${hiddenFields(params, carried)}
<h2 class="first">Somebody else</h2>
${problem ? html`<p class="bad" role="alert">${problem}</p>` : null}
<p><label for="name">Display name</label><input id="name" name="name" required maxlength="50" autocomplete="off" value="${params.get("name") ?? ""}"></p>
<p><label for="username">Handle</label><input id="username" name="username" required maxlength="16" autocomplete="off" value="${params.get("username") ?? ""}"></p>
<button name="persona" value="typed">Continue</button>
</form>
<form method="post" action="/x/i/oauth2/authorize">${hiddenFields(params, carried)}<button name="persona" value="deny">Cancel</button></form>`;

/** X's page for an invalid request; ours says what is wrong, for the developer. */
export const brokenPage = (problem: string): Html => html`
<h1>Something went wrong</h1>
<p>You weren't able to give access to the app. Go back and try connecting again.</p>
<p class="quiet small">For the developer: ${problem}.</p>`;

/** Explains this stand-in to people who open it themselves. */
export const xHomePage = (): Html => html`
<h1>X stand-in</h1>
<p>When you connect X in Tribe on this machine, you come here instead of x.com and pick one of these accounts.</p>
<ul class="rows">${personas.map(
  (persona) =>
    html`<li><div class="person"><img src="/x/profile_images/${persona.id}_normal.png" alt="" width="48" height="48"><span><strong>${persona.name}</strong><span class="quiet">@${persona.username}</span></span></div></li>`,
)}</ul>`;
