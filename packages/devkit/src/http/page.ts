import type { FastifyReply } from "fastify";
import { type Html, html } from "./html.ts";
import { style } from "./style.ts";

interface PageOptions {
  readonly title: string;
  readonly body: Html;
  /** Path of our script; pages work without it, but do not refresh. */
  readonly script?: string;
  /** Targets of the page's forms besides our own origin: a redirect after a form counts as its target. */
  readonly formTargets?: readonly string[];
  readonly status?: number;
}

/** Sends a page of the stand-ins: no external asset, no inline script, readable in light and dark from 360 px on. */
export const sendPage = (reply: FastifyReply, options: PageOptions): FastifyReply => {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    `form-action ${["'self'", ...(options.formTargets ?? [])].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${options.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/devkit.css">
${options.script ? html`<script src="${options.script}" defer></script>` : null}
</head>
<body>
<header class="bar"><a class="brand" href="/">Tribe local services</a><nav aria-label="Services"><a href="/mail">Mail</a><a href="/x">X</a><a href="/google">Google</a><a href="/farcaster">Farcaster</a><a href="/card">Card</a><a href="/bridge">Bridge</a><a href="/tokens">Tokens</a></nav></header>
<main>${options.body}</main>
</body>
</html>`;
  return reply
    .code(options.status ?? 200)
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(page.text);
};

/** Sends the style sheet that all pages share. */
export const sendStyle = (reply: FastifyReply): FastifyReply => reply.type("text/css; charset=utf-8").send(style);
