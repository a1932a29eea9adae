import cookie from "@fastify/cookie";
import { ApiError } from "@tribe/contract";
import Fastify, { type FastifyInstance, type FastifyReply, type HTTPMethods } from "fastify";
import type { AppContext } from "../context/context.ts";
import { registerRoute } from "./call.ts";
import { registerPreflight } from "./cors.ts";
import { registerHealth } from "./health.ts";
import type { RouteImplementation } from "./implement.ts";
import { limitNetworks } from "./limits/limit-networks.ts";
import { connectionLimits, maxConnections } from "./limits/limits.ts";
import { createRates, type Rates } from "./limits/rates.ts";
import { createSharedRates } from "./limits/shared-rates.ts";
import { measureRequests, registerMetrics } from "./metrics.ts";
import { registerOpenApi } from "./openapi.ts";
import { redirectToAppUrl } from "./page/own-name.ts";
import { createPage, createShellPage, openTemplate } from "./page/register-page.ts";
import { nameRequests, requestIdHeader, requestIds } from "./request/request-id.ts";
import { appHeaders } from "./security-headers.ts";
import { registerStatic } from "./static.ts";
import { toWireError } from "./wire-error.ts";

/** What a module adds to the server beside routes of the contract (a webhook, a redirect, the WebSocket). */
export type Registration = (app: FastifyInstance, ctx: AppContext, rates: Rates) => void | Promise<void>;

const bodyLimitBytes = 262_144;

/** The methods of a path; empty for an unknown one. */
const methodsAt = (app: FastifyInstance, path: string): string[] =>
  ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"].filter((method) =>
    // The WebSocket is not a route: the server itself handles its upgrade.
    path === "/ws" ? method === "GET" : app.hasRoute({ method: method as HTTPMethods, url: path }),
  );

/** Builds the app's host: the API, the modules' own registrations, and the page. It does not listen yet. */
export const buildApp = async (
  ctx: AppContext,
  parts: {
    readonly implementations: readonly RouteImplementation[];
    readonly registrations: readonly Registration[];
    /** Folder of the built page; null serves none. */
    readonly webFolder: string | null;
    /** Whether the process is about to stop, and new work should go to others; never by default. */
    readonly isDraining?: () => boolean;
  },
): Promise<FastifyInstance> => {
  const readPage = parts.webFolder ? await openTemplate(parts.webFolder) : null;
  const headers = appHeaders(ctx.config);
  const sendPage = readPage && createPage(ctx, readPage, parts.implementations);
  const app = Fastify({
    logger: false,
    ...connectionLimits,
    ...requestIds(ctx.config),
    // A URL that cannot be decoded reaches neither a route nor its hooks.
    frameworkErrors: (error, request, reply) => {
      const wire = toWireError(error, ctx.log.child({ requestId: request.id }), request.id);
      // The hook's type is generic over response schemas; no route of ours has one.
      (reply as unknown as FastifyReply)
        .status(wire.status)
        .headers({ ...headers, [requestIdHeader]: request.id })
        .send(wire.body);
    },
    trustProxy: (_address, hop) => hop < ctx.config.trustProxy,
    bodyLimit: bodyLimitBytes,
    routerOptions: { ignoreTrailingSlash: false },
    // When closing, running requests are finished; new ones are refused.
    return503OnClosing: true,
  });
  app.server.maxConnections = maxConnections;
  // A call's signature covers the raw bytes, so they are kept and parsed only after it was checked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  await app.register(cookie);

  nameRequests(app);
  measureRequests(app, ctx.metrics);
  const redirectHome = redirectToAppUrl(ctx.config.appUrl);
  const rates = createRates(ctx.now);
  app.addHook("onSend", async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
  limitNetworks(app, ctx.config, rates);
  app.addHook("onRequest", async (request, reply) => {
    // The router drops a fragment, and a signature would not cover it.
    if (request.raw.url?.includes("#"))
      throw new ApiError("bad_request", { message: "The target of a request has no fragment" });
    return redirectHome(request, reply) ?? undefined;
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    const allowed = methodsAt(app, request.raw.url?.split("?")[0] ?? "");
    if (allowed.length === 0 || allowed.includes(request.method)) return;
    reply.header("allow", allowed.join(", "));
    throw new ApiError("method_not_allowed");
  });
  app.setErrorHandler((error, request, reply) => {
    const { method, ip } = request;
    const wire = toWireError(error, ctx.log.child({ method, path: request.routeOptions.url, ip }), request.id);
    const { retryAfterSeconds } = wire.body.error;
    if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
    return reply.status(wire.status).header("cache-control", "no-store").send(wire.body);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.raw.url?.split("?")[0] ?? "";
    const isPage = request.method === "GET" && !/^\/(api|img|media|upload|ws)(\/|$)/.test(path) && !/\.\w+$/.test(path);
    if (isPage && sendPage) return sendPage(request, reply.status(200));
    const wire = toWireError(new ApiError("not_found"), ctx.log, request.id);
    return reply.status(wire.status).send(wire.body);
  });

  registerHealth(app, ctx, parts.isDraining ?? (() => false));
  registerMetrics(app, ctx.config.metricsToken, ctx.metrics);
  registerOpenApi(app);
  const served = parts.implementations.map(({ route }) => route);
  registerPreflight(app, ctx, served);
  const counters = { rates, sharedRates: createSharedRates(ctx, rates) };
  for (const implementation of parts.implementations) registerRoute(app, ctx, counters, implementation);
  for (const register of parts.registrations) await register(app, ctx, rates);
  if (sendPage) app.get("/", sendPage);
  if (readPage) app.get("/shell.html", createShellPage(ctx, readPage));
  if (parts.webFolder) await registerStatic(app, parts.webFolder, { index: sendPage === null });
  return app;
};
