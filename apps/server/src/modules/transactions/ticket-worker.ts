import { setTimeout as wait } from "node:timers/promises";
import type { Worker } from "../../context/context.ts";
import { createOutageLog } from "../../context/outage-log.ts";
import { landedSettler } from "./settle-landed.ts";
import { createTicketPoller } from "./ticket-poller.ts";

/** How often the chain is asked while a ticket is open. */
const pollEveryMs = 500;

/**
 * Follows every signed ticket to its final outcome: sends it again until it is confirmed, has failed on chain, or has expired.
 * All state is in the database, so that a restarted process continues where the last one stopped.
 */
export const ticketWorker: Worker = {
  name: "tickets",
  role: "worker",
  start: async (ctx) => {
    const ending = new AbortController();
    const ticketPoller = createTicketPoller(ctx, ending.signal);
    // What the indexer has seen is confirmed: its owner need not wait for the next poll.
    const landed = landedSettler(ctx);
    const stops = [ctx.bus.subscribe("trade.indexed", landed), ctx.bus.subscribe("token.created", landed)];
    const outage = createOutageLog("open tickets could not be looked at");
    const run = async () => {
      while (!ending.signal.aborted) {
        await ticketPoller.once().then(outage.recovered, (error: unknown) => outage.report(ctx.log, error));
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
