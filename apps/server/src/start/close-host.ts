import type { FastifyInstance } from "fastify";

/** Timeout for running answers, ms. A client that sends or reads slowly must not delay a shutdown for longer. */
const timeouts = { calm: 10_000, urgent: 2_000 } as const;

/** Closes a host: it accepts nothing new, finishes running requests, and cuts off those that take too long. */
export const closeHost = async (app: FastifyInstance, isUrgent: boolean): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), timeouts[isUrgent ? "urgent" : "calm"]);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
};
