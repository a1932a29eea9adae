// Why the app has a name of its own, and when plain localhost: docs/decisions/0008, docs/decisions/0145.
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "./template.ts";

/** Host names of this machine. */
const loopback = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Creates the function that redirects navigations under another name of this machine to the app's origin: cookies, the
 * wallet's frame and all browser storage belong to that one origin. It returns null for the app's own name, and for requests
 * that are no navigation.
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

/** A page that tests the origin before it redirects, because some browsers cannot resolve names below `.localhost`. */
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
<link rel="icon" href="data:,">
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
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; connect-src ${origin}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, policy };
};

const plainOf = (origin: string): string => {
  const url = new URL(origin);
  url.hostname = "localhost";
  return url.origin;
};
