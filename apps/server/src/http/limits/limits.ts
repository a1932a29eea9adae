import type { FastifyServerOptions } from "fastify";

/** So many connections a host keeps; a further one is closed at once, before it costs anything. */
export const maxConnections = 20_000;

/**
 * Connections that may wait to be taken up (the system caps it, at 4,096 on Linux). Node's own 511 are full in a moment when a
 * crowd comes back: whoever finds no place tries again after one second, then three, then seven, and is reset at last.
 */
export const waitingConnections = 4_096;

/** A proxy in front keeps its connections for a minute (nginx, ALB): it, not we, decides when to give one up. */
const keepAliveMs = 65_000;

/**
 * What a client may cost before anything is known of it: how long its headers and its whole request may take, how long a
 * connection may lie silent in the midst of anything, and how large its headers may be.
 */
export const connectionLimits = {
  connectionTimeout: 60_000,
  requestTimeout: 30_000,
  keepAliveTimeout: keepAliveMs,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
} as const satisfies FastifyServerOptions & { readonly http: object };
