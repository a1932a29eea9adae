import type { FastifyInstance } from "fastify";
import { formOf, queryOf } from "../http/form.ts";
import { isForeignForm } from "../http/guard.ts";
import { type Html, html } from "../http/html.ts";
import { sendPage } from "../http/page.ts";
import type { Approval, ChannelRequest, Channels } from "./channels.ts";
import { type FarcasterPersona, farcasterPersonas, typedFarcasterPersona } from "./personas.ts";

const title = "Sign in with Farcaster";
const path = "/farcaster/~/siwf";

/** Signs the app's request as the account's owner does in their app (FIP-11). */
const sign = async (persona: FarcasterPersona, request: ChannelRequest): Promise<Approval> => {
  // Loaded late, because it is large and rarely needed.
  const [{ privateKeyToAccount }, { createSiweMessage }] = await Promise.all([
    import("viem/accounts"),
    import("viem/siwe"),
  ]);
  const account = privateKeyToAccount(persona.custodyKey);
  const { domain, nonce, siweUri, expirationTime } = request;
  const message = createSiweMessage({
    address: account.address,
    chainId: 10,
    version: "1",
    statement: "Farcaster Auth",
    domain,
    nonce,
    uri: siweUri,
    issuedAt: new Date(),
    resources: [`farcaster://fid/${persona.fid}`],
    ...(expirationTime ? { expirationTime: new Date(expirationTime) } : {}),
  });
  return { persona, custody: account.address, message, signature: await account.signMessage({ message }) };
};

/** The page of the app's link, on the device where the person has Farcaster. */
export const addApproveRoutes = (app: FastifyInstance, channels: Channels): void => {
  app.get(path, (request, reply) => {
    const token = queryOf(request.url).get("channelToken") ?? "";
    const channel = channels.find(token);
    if (!channel) return sendPage(reply, { title, status: 404, body: gonePage });
    return sendPage(reply, { title, body: approvePage(token, channel.request.domain, null) });
  });

  app.post(path, async (request, reply) => {
    if (isForeignForm(request.headers))
      return sendPage(reply, { title, status: 403, body: html`<h1>This form came from another site</h1>` });
    const form = formOf(request.body);
    const token = form.get("channelToken") ?? "";
    const channel = channels.find(token);
    if (!channel) return sendPage(reply, { title, status: 404, body: gonePage });
    const picked = form.get("account");
    const persona =
      picked === "typed"
        ? typedFarcasterPersona(form.get("username") ?? "")
        : (farcasterPersonas.find(({ fid }) => String(fid) === picked) ?? null);
    if (!persona) {
      const hint = "A name has 1 to 16 letters, digits or hyphens.";
      return sendPage(reply, { title, status: 400, body: approvePage(token, channel.request.domain, hint) });
    }
    channels.approve(token, await sign(persona, channel.request));
    return sendPage(reply, { title, body: donePage });
  });
};

const approvePage = (token: string, domain: string, problem: string | null): Html => html`
<h1>Sign in to ${domain}</h1>
<p>The app asks who you are on Farcaster. This page stands in for the Farcaster app on your machine.</p>
<form method="post" action="${path}"><input type="hidden" name="channelToken" value="${token}">
<h2>Approve as</h2>
${farcasterPersonas.map(
  ({ fid, username, displayName, bio }) =>
    html`<button class="person" name="account" value="${fid}"><img src="/x/profile_images/${fid}_normal.png" alt="" width="48" height="48"><span><strong>${displayName}</strong><span class="quiet">@${username}</span><br><span class="quiet small">${bio}</span></span></button>`,
)}
</form>
<form class="card" method="post" action="${path}"><input type="hidden" name="channelToken" value="${token}">
<h2 class="first">Somebody else</h2>
${problem ? html`<p class="bad" role="alert">${problem}</p>` : null}
<p><label for="username">Name</label><input id="username" name="username" required maxlength="17" autocomplete="off"></p>
<button name="account" value="typed">Approve</button>
</form>`;

const donePage = html`
<h1>Approved</h1>
<p>Go back to the app: it knows you in a moment.</p>`;

const gonePage = html`
<h1>This request is over</h1>
<p>Go back to the app and begin again.</p>`;

/** Explains this stand-in to people who open it themselves. */
export const farcasterHomePage: Html = html`
<h1>Farcaster stand-in</h1>
<p>When you connect Farcaster in Tribe on this machine, its link leads here instead of to the Farcaster app, and you approve as one of these accounts.</p>
<ul class="rows">${farcasterPersonas.map(
  ({ fid, username, displayName }) =>
    html`<li><div class="person"><img src="/x/profile_images/${fid}_normal.png" alt="" width="48" height="48"><span><strong>${displayName}</strong><span class="quiet">@${username}</span></span></div></li>`,
)}</ul>`;
