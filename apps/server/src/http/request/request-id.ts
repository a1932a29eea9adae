import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { requestIdOf, runAsCall } from "../../context/current-call.ts";
import type { Config } from "../../settings/config.ts";

export const requestIdHeader = "x-request-id";

/** Fastify's option that names each request: as the proxy did, if there is a trusted one. */
export const requestIds = ({ trustProxy }: Pick<Config, "trustProxy">) => ({
  genReqId: ({ headers }: Pick<IncomingMessage, "headers">): string =>
    requestIdOf(headers[requestIdHeader], trustProxy > 0),
});

/** Names each request in all that it logs, and in its answer. Before other hooks, so that theirs are named, too. */
export const nameRequests = (app: FastifyInstance): void => {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    runAsCall({ requestId: request.id }, done);
  });
  // The body arrives in events of the connection, which know nothing of the request.
  app.addHook("preValidation", (request, _reply, done) => runAsCall({ requestId: request.id }, done));
};
