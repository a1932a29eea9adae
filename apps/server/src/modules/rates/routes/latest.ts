import { rateLateMs, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { newestRate } from "../store/readings.ts";

/** What SOL is worth now: nothing rather than what is late. */
export const latest = query(routes.rates.latest, async ({ ctx }) => {
  const rate = ctx.config.rates && (await newestRate(ctx.db));
  return { rate: rate && Math.abs(ctx.now() - rate.at) < rateLateMs ? rate : null };
});
