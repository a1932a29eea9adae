import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { formOf, queryOf } from "../http/form.ts";
import { isForeignForm } from "../http/guard.ts";
import { html } from "../http/html.ts";
import { sendPage } from "../http/page.ts";
import type { GoogleClient } from "./client.ts";
import { brokenGooglePage, chooseAccountPage } from "./pages.ts";
import { type GooglePersona, googlePersonas, personaFromEmail } from "./personas.ts";

/** A consent whose code was not exchanged for tokens yet. */
export interface GoogleGrant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly persona: GooglePersona;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const codeLifetimeMs = 60_000;
const title = "Sign in with Google";

/** Codes of the Google stand-in, in memory. */
export class GoogleGrants {
  readonly #codes = new Map<string, GoogleGrant>();

  issue(grant: Omit<GoogleGrant, "expiresAt">): string {
    for (const [code, { expiresAt }] of this.#codes) if (expiresAt <= Date.now()) this.#codes.delete(code);
    const code = `4/0${randomBytes(48).toString("base64url")}`;
    this.#codes.set(code, { ...grant, expiresAt: Date.now() + codeLifetimeMs });
    return code;
  }

  /** A code works only once, even if the exchange fails. */
  redeemCode(code: string): GoogleGrant | null {
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    return grant && grant.expiresAt > Date.now() ? grant : null;
  }
}

type Consent = Pick<GoogleGrant, "redirectUri" | "challenge" | "nonce"> & { readonly state: string };

/** Validates the request. A `problem` is shown on Google's own error page: there is no redirect to an unregistered address. */
const readConsent = (params: URLSearchParams, client: GoogleClient): Consent | { readonly problem: string } => {
  const value = (name: string): string => params.get(name) ?? "";
  if (value("client_id") !== client.clientId) return { problem: "invalid_client: client_id is not a registered app's" };
  if (!client.redirectUris.includes(value("redirect_uri")))
    return { problem: "redirect_uri_mismatch: it is not one of the app's, character by character" };
  if (value("response_type") !== "code") return { problem: "unsupported_response_type: it must be code" };
  if (!value("scope").split(" ").includes("openid")) return { problem: "invalid_scope: openid is missing" };
  if (value("code_challenge_method") !== "S256" || !/^[A-Za-z0-9\-_]{43}$/.test(value("code_challenge")))
    return { problem: "invalid_request: code_challenge must be a SHA-256 in base64url, by S256" };
  const state = value("state");
  return { redirectUri: value("redirect_uri"), challenge: value("code_challenge"), nonce: value("nonce"), state };
};

/** `GET|POST /google/o/oauth2/v2/auth`: the page on which a person chooses an account or cancels. */
export const addGoogleAuthorizeRoutes = (app: FastifyInstance, client: GoogleClient, grants: GoogleGrants): void => {
  const formTargets = [...new Set(client.redirectUris.map((uri) => new URL(uri).origin))];

  app.get("/google/o/oauth2/v2/auth", (request, reply) => {
    const params = queryOf(request.url);
    const consent = readConsent(params, client);
    if ("problem" in consent) return sendPage(reply, { title, status: 400, body: brokenGooglePage(consent.problem) });
    return sendPage(reply, { title, body: chooseAccountPage(params, null), formTargets });
  });

  app.post("/google/o/oauth2/v2/auth", (request, reply) => {
    const form = formOf(request.body);
    const consent = readConsent(form, client);
    if ("problem" in consent) return sendPage(reply, { title, status: 400, body: brokenGooglePage(consent.problem) });
    if (isForeignForm(request.headers))
      return sendPage(reply, { title, status: 403, body: html`<h1>This form came from another site</h1>` });
    const { state, ...wanted } = consent;
    const back = new URL(consent.redirectUri);
    back.searchParams.set("state", state);
    const picked = form.get("account");
    if (picked === "deny") {
      back.searchParams.set("error", "access_denied");
      return reply.redirect(back.href, 303);
    }
    const persona =
      picked === "typed"
        ? personaFromEmail(form.get("email") ?? "")
        : (googlePersonas.find(({ sub }) => sub === picked) ?? null);
    if (!persona) {
      const body = chooseAccountPage(form, "That is no e-mail address.");
      return sendPage(reply, { title, status: 400, body, formTargets });
    }
    back.searchParams.set("code", grants.issue({ ...wanted, persona }));
    back.searchParams.set("scope", "email openid");
    return reply.redirect(back.href, 303);
  });
};
