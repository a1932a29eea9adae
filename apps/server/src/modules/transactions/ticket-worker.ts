import { setTimeout as wait } from "node:timers/promises";
import type { Worker } from "../../context.ts";
import { landedSettler } from "./settle-landed.ts";
import { createTicketPoller } from "./ticket-poller.ts";

/** While something is open, the chain is asked this often. */
const pollEveryMs = 500;

/**
 * Brings every signed ticket to its certain end: sends it again until it is confirmed, failed on chain, or can never
 * land any more. It keeps nothing in memory that matters, so a restart goes on where the last process died.
 */
export const ticketWorker: Worker = {
  name: "tickets",
  role: "worker",
  start: async (ctx) => {
    const ending = new AbortController();
    const ticketPoller = createTicketPoller(ctx, ending.signal);
    // What the indexer saw landed is confirmed: its owner need not wait for the next look.
    const landed = landedSettler(ctx);
    const stops = [ctx.bus.subscribe("trade.indexed", landed), ctx.bus.subscribe("token.created", landed)];
    const run = async () => {
      while (!ending.signal.aborted) {
        await ticketPoller
          .once()
          .catch((error: unknown) => ctx.log.warn({ err: error }, "open tickets could not be looked at"));
        await wait(pollEveryMs, undefined, { signal: ending.signal }).catch(() => undefined);
      }
      await ticketPoller.idle();
    };
    const running = run();
    return {
      stop: async () => {
        for (const stop of stops) stop();
        ending.abort();
        await running;
      },
    };
  },
};
