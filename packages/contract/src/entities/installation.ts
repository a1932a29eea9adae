import * as z from "zod/mini";

/** Who fills swaps of migrated tokens: our own pool, or Jupiter, whom the page asks itself at this address. */
export const swapSettingsSchema = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("pool") }),
  z.object({ provider: z.literal("jupiter"), apiUrl: z.string() }),
]);
export type SwapSettings = z.output<typeof swapSettingsSchema>;

/** How somebody can sign in; an installation offers those that its settings name. */
export const loginMethodSchema = z.enum(["email", "google"]);
export type LoginMethod = z.infer<typeof loginMethodSchema>;
