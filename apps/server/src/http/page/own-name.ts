import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "./template.ts";

/** What names this machine, to itself. */
const loopback = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Makes what leads a navigation that came under another name of this machine to the app's own: cookies, the wallet's frame and
 * everything that a browser keeps belong to that one origin. Null for what has come under its own name, or is no navigation.
 */
export const redirectToAppUrl = (
  appUrl: string,
): ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | null) => {
  const home = new URL(appUrl);
  if (!loopback.test(home.hostname)) return () => null;
  const { html, policy } = pageTo(home.origin);
  return (request, reply) => {
    const isNavigation = request.method === "GET" && request.headers["sec-fetch-dest"] === "document";
    if (!isNavigation || request.hostname === home.hostname || !loopback.test(request.hostname)) return null;
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", policy)
      .send(html);
  };
};

/** Some browsers don't find names below `.localhost`, so that it is tried before anybody is sent there. */
const pageTo = (origin: string): { readonly html: string; readonly policy: string } => {
  const script = `
const there = ${JSON.stringify(origin)};
fetch(there + "/healthz", { mode: "no-cors", cache: "no-store" }).then(
  () => location.replace(there + location.pathname + location.search + location.hash),
  () => { document.querySelector("main").hidden = false; },
);
`;
  const address = escapeHtml(origin);
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Tribe</title>
<main hidden>
<h1>This browser doesn't find ${address}</h1>
<p>Tribe runs under that name on this machine. Open it in Chrome, Edge or Firefox, or start Tribe under the name that this browser knows:</p>
<pre>TRIBE_PUBLIC_URL=${escapeHtml(plainOf(origin))} npm start</pre>
</main>
<noscript><p><a href="${address}">${address}</a></p></noscript>
<script>${script}</script>
</html>
`;
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; connect-src ${origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, policy };
};

const plainOf = (origin: string): string => {
  const url = new URL(origin);
  url.hostname = "localhost";
  return url.origin;
};
