import type { FastifyInstance } from "fastify";
import { sendPage } from "../http/page.ts";
import { addApiRoutes } from "./api.ts";
import { addAuthorizeRoutes } from "./authorize.ts";
import type { XClient } from "./client.ts";
import { Grants } from "./grants.ts";
import { xHomePage } from "./pages.ts";

/** The X stand-in below `/x`: OAuth 2 with PKCE for a confidential client, and the account lookup. */
export const addXRoutes = (
  app: FastifyInstance,
  options: { readonly client: XClient; readonly origin: () => string; readonly now?: () => number },
): void => {
  const grants = new Grants(options.now);
  app.get("/x", (_request, reply) => sendPage(reply, { title: "X stand-in", body: xHomePage() }));
  addAuthorizeRoutes(app, options.client, grants);
  addApiRoutes(app, options.client, grants, options.origin);
};
