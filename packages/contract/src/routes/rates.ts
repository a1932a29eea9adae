import * as z from "zod/mini";
import { solRateSchema } from "../entities/fiat.ts";
import { defineRoute } from "../route.ts";

/** What SOL is worth in other currencies. */
export const ratesRoutes = {
  latest: defineRoute({
    method: "GET",
    path: "/v1/rates",
    summary:
      "What one SOL is worth in other currencies; null when nothing recent is known, or the installation has no rates",
    caller: "public",
    cacheSeconds: 30,
    answer: z.object({ rate: z.nullable(solRateSchema) }),
  }),
} as const;
