import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { googleReturnPath } from "@tribe/contract";
import Fastify from "fastify";
import { addBridgeRoutes } from "./bridge/routes.ts";
import { Orders } from "./card/orders.ts";
import { addCardRoutes } from "./card/routes.ts";
import { Treasury } from "./card/treasury.ts";
import { startCardWorker } from "./card/worker.ts";
import { addFarcasterRoutes } from "./farcaster/routes.ts";
import { addGoogleRoutes } from "./google/routes.ts";
import { acceptForms } from "./http/form.ts";
import { guardHost } from "./http/guard.ts";
import { html } from "./http/html.ts";
import { connectionLimits, maxConnections } from "./http/limits.ts";
import { sendPage, sendStyle } from "./http/page.ts";
import { Inbox } from "./mail/inbox.ts";
import { addMailRoutes } from "./mail/routes.ts";
import { startMailServer } from "./mail/smtp.ts";
import type { Devkit, DevkitOptions } from "./options.ts";
import { addPushRoutes } from "./push/routes.ts";
import { addRatesRoutes } from "./rates/routes.ts";
import { addTokenRoutes } from "./tokens/routes.ts";
import { addXRoutes } from "./x/routes.ts";

/**
 * Starts the stand-ins for mail, X, Google, Farcaster, card funding, the bridge and rates on one port. @throws Error `EADDRINUSE` when
 * it is in use
 */
export const startDevkit = async (options: DevkitOptions): Promise<Devkit> => {
  const { appUrl, dataDir, x, google, card } = options;
  const problem = (part: "mail" | "x" | "card") => (error: unknown) => options.onProblem?.({ part, error });
  await mkdir(dataDir, { recursive: true });
  const inbox = await Inbox.open(join(dataDir, "mail"));
  const orders = await Orders.open(join(dataDir, "card", "orders"));
  const treasury = await Treasury.open(options.rpcUrl, join(dataDir, "card", "treasury.json"));

  let origin = "";
  const app = Fastify({ logger: false, bodyLimit: 65_536, forceCloseConnections: true, ...connectionLimits });
  app.server.maxConnections = maxConnections;
  guardHost(app, [options.host, new URL(appUrl).hostname]);
  acceptForms(app);
  app.get("/", (_request, reply) => sendPage(reply, { title: "Tribe local services", body: homePage }));
  app.get("/devkit.css", (_request, reply) => sendStyle(reply));
  addMailRoutes(app, inbox, { appUrl, provider: options.mail ?? null });
  const redirectUris = x.redirectUris ?? [new URL("/api/v1/social/x/callback", appUrl).href];
  addXRoutes(app, { client: { ...x, redirectUris }, origin: () => origin });
  const googleUris = google.redirectUris ?? [new URL(googleReturnPath, appUrl).href];
  addGoogleRoutes(app, { client: { ...google, redirectUris: googleUris }, origin: () => origin });
  addFarcasterRoutes(app, () => origin);
  addPushRoutes(app, () => origin);
  addRatesRoutes(app);
  addTokenRoutes(app, treasury);
  addBridgeRoutes(app, treasury);
  addCardRoutes(app, { orders, account: card, appUrl });

  await app.listen({ port: options.port, host: options.host });
  const { port } = app.server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  origin = `http://localhost:${port}`;
  const smtp = await startMailServer(inbox, problem("mail"));
  const webhook = { url: card.webhookUrl, webhookKey: card.webhookKey };
  const worker = startCardWorker({ orders, treasury, webhook, onProblem: problem("card") });

  return {
    origin,
    smtpPort: smtp.port,
    mailUrl: `${origin}/mail`,
    xUrl: `${origin}/x`,
    farcasterUrl: `${origin}/farcaster`,
    optimismUrl: `${origin}/farcaster/optimism`,
    googleUrl: `${origin}/google`,
    cardUrl: `${origin}/card`,
    bridgeUrl: `${origin}/bridge/deswap`,
    pushOrigin: origin,
    ratesUrl: `${origin}/rates`,
    stop: async () => {
      await Promise.all([app.close(), smtp.stop(), worker.stop()]);
    },
  };
};

const homePage = html`
<h1>Tribe local services</h1>
<p>Tribe runs whole on your machine. These pages stand in for what is elsewhere in production.</p>
<ul class="rows">
<li><a class="row" href="/mail"><span class="subject">Mail</span><span></span><span class="quiet small">Every mail that Tribe sends, with sign-in codes</span></a></li>
<li><a class="row" href="/x"><span class="subject">X</span><span></span><span class="quiet small">The accounts you can connect</span></a></li>
<li><a class="row" href="/google"><span class="subject">Google</span><span></span><span class="quiet small">The accounts you can sign in with</span></a></li>
<li><a class="row" href="/farcaster"><span class="subject">Farcaster</span><span></span><span class="quiet small">The accounts you can connect</span></a></li>
<li><a class="row" href="/card"><span class="subject">Card</span><span></span><span class="quiet small">Orders of SOL by card</span></a></li>
<li><a class="row" href="/bridge"><span class="subject">Bridge</span><span></span><span class="quiet small">SOL from another chain</span></a></li>
<li><a class="row" href="/tokens"><span class="subject">Tokens</span><span></span><span class="quiet small">Something to airdrop: sample tokens for your wallet</span></a></li>
</ul>`;
