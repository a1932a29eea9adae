import * as z from "zod/mini";

export type HomeTab = "leaderboard" | "migrated";
export type RankingWindow = "4h" | "1d" | "all";

const searchSchema = z.object({
  tab: z.catch(z.optional(z.enum(["leaderboard", "migrated"])), undefined),
  window: z.catch(z.optional(z.enum(["4h", "1d", "all"])), undefined),
  q: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
});

/** What the home page's address says; what it does not say, or says wrongly, is left to the defaults. */
export interface HomeSearch {
  readonly tab?: HomeTab;
  readonly window?: RankingWindow;
  readonly q?: string;
}

/** Reads the address. Defaults stand in no address, so that one view has one link. */
export const readHomeSearch = (search: Record<string, unknown>): HomeSearch => {
  const { tab, window, q } = z.parse(searchSchema, search);
  return {
    ...(tab && tab !== "leaderboard" ? { tab } : {}),
    ...(window && window !== "all" ? { window } : {}),
    ...(q ? { q } : {}),
  };
};
