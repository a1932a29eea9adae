import type { FastifyInstance } from "fastify";
import { sendPage } from "../http/page.ts";
import { addGoogleAuthorizeRoutes, GoogleGrants } from "./authorize.ts";
import type { GoogleClient } from "./client.ts";
import { googleHomePage } from "./pages.ts";
import { addGoogleTokenRoutes } from "./token.ts";

/** The Google stand-in below `/google`: OpenID Connect for a confidential client, by a code with PKCE. */
export const addGoogleRoutes = (
  app: FastifyInstance,
  { client, origin }: { readonly client: GoogleClient; readonly origin: () => string },
): void => {
  const grants = new GoogleGrants();
  app.get("/google", (_request, reply) => sendPage(reply, { title: "Google stand-in", body: googleHomePage() }));
  addGoogleAuthorizeRoutes(app, client, grants);
  addGoogleTokenRoutes(app, { client, grants, issuer: () => `${origin()}/google` });
};
