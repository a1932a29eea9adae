import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { isSame } from "../crypto/secrets.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { processMetrics } from "../metrics/process-metrics.ts";

/**
 * `/metrics`: metrics for operators, in Prometheus' text format. Requests need the token from the settings; without a setting
 * the path does not exist. No request of it waits for the database or the chain.
 */
export const registerMetrics = (
  app: FastifyInstance,
  token: string | null,
  { registry }: Pick<Metrics, "registry">,
): void => {
  if (token === null) return;
  const all = [processMetrics(), registry];
  app.get("/metrics", async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    reply.header("cache-control", "no-store");
    if (!isSame(Buffer.from(given), Buffer.from(token)))
      return reply.status(401).header("www-authenticate", "Bearer").send("");
    return reply.type(registry.contentType).send(await Registry.merge(all).metrics());
  });
};

/** What is not one route each: pages without a route of their own, and the built page's files. */
const patternOf = (url: string | undefined): string => {
  if (url === undefined) return "none";
  return /\.\w+$/.test(url) || url.startsWith("/assets/") ? "file" : url;
};

/** Measures every request. Labels are patterns and classes: a request can't invent one. */
export const measureRequests = (app: FastifyInstance, { requests }: Pick<Metrics, "requests">): void => {
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = request.is404 ? "none" : patternOf(routeOptions.url);
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    requests.observe({ method, route, status }, reply.elapsedTime / 1_000);
    done();
  });
};
