import type { FastifyServerOptions } from "fastify";

/** Connections per host; a further one is closed immediately, before it uses resources. */
export const maxConnections = 20_000;

/**
 * The listen backlog (the system caps it, at 4,096 on Linux). Node's own 511 fill up at once when many clients reconnect: a
 * client without a place retries after one second, then three, then seven, and finally its connection is reset.
 */
export const waitingConnections = 4_096;

/** Longer than a proxy in front keeps its connections (nginx, ALB: a minute), so that the proxy closes idle ones first. */
const keepAliveMs = 65_000;

/**
 * Limits for an unknown client: the time for its headers and its whole request, a connection's idle time during a request,
 * and the size of its headers.
 */
export const connectionLimits = {
  connectionTimeout: 60_000,
  requestTimeout: 30_000,
  keepAliveTimeout: keepAliveMs,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
} as const satisfies FastifyServerOptions & { readonly http: object };
