/** Connections that the stand-ins keep; a further one is closed at once. */
export const maxConnections = 1_000;

/** How long a client may take and stay silent, ms. The longest held answer is one of 25 s. */
export const connectionLimits = {
  connectionTimeout: 60_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
};
