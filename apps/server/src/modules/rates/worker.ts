import { poller } from "../../async/poller.ts";
import type { Worker } from "../../context/context.ts";
import { createRatesReader, readEveryMs } from "./read-rates.ts";

/** Reads the rates of SOL every minute, if they are not switched off. */
export const ratesWorker: Worker = {
  name: "rates",
  role: "worker",
  start: async (ctx) => {
    if (!ctx.rates) return { stop: async () => undefined };
    const ending = new AbortController();
    const { signal } = ending;
    const reader = createRatesReader(ctx, ctx.rates);
    const work = async (): Promise<boolean> => {
      await reader.read(signal);
      return true;
    };
    const { ended } = poller(ctx, { name: "rates", signal, everyMs: readEveryMs, againMs: readEveryMs, work });
    return {
      stop: async () => {
        ending.abort();
        await ended;
      },
    };
  },
};
