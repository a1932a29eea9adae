import type { FastifyInstance } from "fastify";
import { formOf, queryOf } from "../http/form.ts";
import { isForeignForm } from "../http/guard.ts";
import { html } from "../http/html.ts";
import { sendPage } from "../http/page.ts";
import type { XClient } from "./client.ts";
import type { Grants } from "./grants.ts";
import { authorizePage, brokenPage } from "./pages.ts";
import { type Persona, personas, typedPersona } from "./personas.ts";

/** A valid request for consent. */
export interface ConsentRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string;
  readonly scopes: readonly string[];
}

const knownScopes = new Set(["tweet.read", "users.read", "users.email", "offline.access", "follows.read"]);

/**
 * Parses the parameters of `/i/oauth2/authorize`. X answers an invalid request with its own page and never redirects, so that
 * nobody is sent to an unregistered address.
 */
const readRequest = (params: URLSearchParams, client: XClient): ConsentRequest | { problem: string } => {
  const value = (name: string) => params.get(name) ?? "";
  if (value("response_type") !== "code") return { problem: "response_type must be code" };
  if (value("client_id") !== client.clientId) return { problem: "client_id is not that of a registered app" };
  if (!client.redirectUris.includes(value("redirect_uri")))
    return { problem: "redirect_uri is not one of the app's callbacks, character by character" };
  if (value("state") === "" || value("state").length > 500) return { problem: "state must have 1 to 500 characters" };
  if (value("code_challenge_method") !== "S256") return { problem: "code_challenge_method must be S256" };
  if (!/^[A-Za-z0-9\-_]{43}$/.test(value("code_challenge")))
    return { problem: "code_challenge must be a SHA-256 in base64url" };
  const scopes = value("scope").split(" ").filter(Boolean);
  const unknown = scopes.find((scope) => !knownScopes.has(scope));
  if (scopes.length === 0 || unknown) return { problem: `scope ${unknown ?? "is missing"} cannot be granted` };
  return { redirectUri: value("redirect_uri"), state: value("state"), challenge: value("code_challenge"), scopes };
};

const pickPersona = (form: URLSearchParams): Persona | null => {
  const id = form.get("persona");
  if (id !== "typed") return personas.find((persona) => persona.id === id) ?? null;
  return typedPersona(form.get("name") ?? "", form.get("username") ?? "");
};

/** `GET|POST /x/i/oauth2/authorize`: the page on which a person consents or declines. */
export const addAuthorizeRoutes = (app: FastifyInstance, client: XClient, grants: Grants): void => {
  const formTargets = [...new Set(client.redirectUris.map((uri) => new URL(uri).origin))];

  app.get("/x/i/oauth2/authorize", (request, reply) => {
    const params = queryOf(request.url);
    const consent = readRequest(params, client);
    if ("problem" in consent)
      return sendPage(reply, { title: "X stand-in", status: 400, body: brokenPage(consent.problem) });
    return sendPage(reply, { title: "Connect an X account", body: authorizePage(params, null), formTargets });
  });

  app.post("/x/i/oauth2/authorize", (request, reply) => {
    const form = formOf(request.body);
    const consent = readRequest(form, client);
    if ("problem" in consent)
      return sendPage(reply, { title: "X stand-in", status: 400, body: brokenPage(consent.problem) });
    if (isForeignForm(request.headers))
      return sendPage(reply, {
        title: "X stand-in",
        status: 403,
        body: html`<h1>This form came from another site</h1>`,
      });
    const back = new URL(consent.redirectUri);
    back.searchParams.set("state", consent.state);
    if (form.get("persona") === "deny") {
      back.searchParams.set("error", "access_denied");
      return reply.redirect(back.href, 303);
    }
    const persona = pickPersona(form);
    if (!persona) {
      const hint = "A handle has 1 to 15 letters, digits or underscores, a name 1 to 50 characters.";
      return sendPage(reply, {
        title: "Connect an X account",
        status: 400,
        body: authorizePage(form, hint),
        formTargets,
      });
    }
    back.searchParams.set("code", grants.issueCode({ ...consent, persona }));
    return reply.redirect(back.href, 303);
  });
};
