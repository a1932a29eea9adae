import type { FastifyInstance } from "fastify";

/** How long answers under way may take, ms. A client that sends or reads slowly must not hold up an end for longer. */
const timeouts = { calm: 10_000, urgent: 2_000 } as const;

/** Ends a host: it takes nothing more, finishes what is under way, and cuts off what takes too long. */
export const closeHost = async (app: FastifyInstance, isUrgent: boolean): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), timeouts[isUrgent ? "urgent" : "calm"]);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
};
