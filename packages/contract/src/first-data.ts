import * as z from "zod/mini";
import { solRateSchema } from "./entities/fiat.ts";
import { tokenProfileSchema } from "./entities/tokens.ts";
import { userProfile } from "./routes/identity/profile.ts";
import { now } from "./routes/live/now.ts";
import { list } from "./routes/market/listing.ts";
import { systemRoutes } from "./routes/system.ts";

/** Id of the JSON block with the page's first data. */
export const firstDataId = "first-data";

/** Lines of the home listing that the page contains; the others are loaded afterwards. */
export const firstListLimit = 20;

/**
 * Data that the server writes into the page, so that its first paint needs no call: the installation's settings and the rate of SOL, and for a
 * visitor the listing with live Tribes, or the token or person of the address. A part that could not be read is absent.
 */
export const firstDataSchema = z.object({
  config: z.optional(systemRoutes.config.answer),
  rate: z.optional(solRateSchema),
  list: z.optional(z.object({ tab: z.string(), window: z.string(), search: z.string(), page: list.answer })),
  lives: z.optional(now.answer),
  token: z.optional(tokenProfileSchema),
  user: z.optional(userProfile.answer),
});

export type FirstData = z.output<typeof firstDataSchema>;
