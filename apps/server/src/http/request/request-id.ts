import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type CurrentCall, requestIdOf, runAsCall } from "../../context/current-call.ts";
import { type OpenSpan, startSpan } from "../../context/tracing.ts";
import type { Config } from "../../settings/config.ts";

export const requestIdHeader = "x-request-id";

/** Fastify's option that names each request: as the proxy did, if there is a trusted one. */
export const requestIds = ({ trustProxy }: Pick<Config, "trustProxy">) => ({
  genReqId: ({ headers }: Pick<IncomingMessage, "headers">): string =>
    requestIdOf(headers[requestIdHeader], trustProxy > 0),
});

/**
 * Names each request in all that it logs, and in its answer, and makes it a span while traces are on: never as a part of a caller's own
 * trace. Before other hooks, so that theirs belong to it, too.
 */
export const nameRequests = (app: FastifyInstance): void => {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const callOf = (request: FastifyRequest): CurrentCall => {
    const span = spans.get(request);
    return { requestId: request.id, ...(span ? { trace: span.trace } : {}) };
  };
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    const { method, routeOptions, is404 } = request;
    const route = is404 ? "none" : (routeOptions.url ?? "none");
    const attributes = { "http.request.method": method, "http.route": route };
    const span = startSpan(`${method} ${route}`, "server", attributes);
    if (span) spans.set(request, span);
    runAsCall(callOf(request), done);
  });
  // The body arrives in events of the connection, which know nothing of the request.
  app.addHook("preValidation", (request, _reply, done) => runAsCall(callOf(request), done));
  app.addHook("onResponse", (request, reply, done) => {
    const outcome = reply.statusCode >= 500 ? "failed" : null;
    spans.get(request)?.end(outcome, { "http.response.status_code": reply.statusCode });
    done();
  });
};
