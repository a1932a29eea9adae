/** Maximum connections of the stand-ins; further ones are closed at once. */
export const maxConnections = 1_000;

/** Timeouts of a client, ms. The longest delayed answer takes 25 s. */
export const connectionLimits = {
  connectionTimeout: 60_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
};
