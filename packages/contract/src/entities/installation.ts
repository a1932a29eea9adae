import * as z from "zod/mini";

/** The provider of swaps of migrated tokens: our own pool, or Jupiter, which the page calls at this URL. */
export const swapSettingsSchema = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("pool") }),
  z.object({ provider: z.literal("jupiter"), apiUrl: z.string() }),
]);
export type SwapSettings = z.output<typeof swapSettingsSchema>;

/** A sign-in method; an installation offers those in its settings. */
export const loginMethodSchema = z.enum(["email", "google"]);
export type LoginMethod = z.infer<typeof loginMethodSchema>;
