import type { AppContext } from "../../../../context.ts";
import { rank } from "./rank.ts";
import type { Ranking } from "./ranking.ts";
import { createTokenLists, type RankingTab, type TokenLists } from "./token-lists.ts";
import { createTotalVolumes, createWindowVolumes } from "./volumes.ts";

export type RankingWindow = "4h" | "1d" | "all";

const hourMs = 60 * 60 * 1_000;
const windowMs = { "4h": 4 * hourMs, "1d": 24 * hourMs, all: null } as const;

/** A ranking is used as it is for so long, or for so many times of what it cost to make. */
const freshForMs = 2_000;
const freshForCosts = 20;
/** After so many times of that age somebody who asks waits for a new one instead of making do with it. */
const usableForTimes = 3;
/** So many moments of a window are kept for scrolls that began with them; with ten thousand tokens 200 KB each. */
const keptPerWindow = 60;

/** Both tabs at one moment. */
type Rankings = Readonly<Record<RankingTab, Ranking>>;

interface Moment {
  readonly rankings: Rankings;
  readonly madeAt: number;
  readonly costMs: number;
}

/**
 * The rankings of one window in this process. Whoever asks gets the newest moment; it is made anew behind their back when
 * it is no longer fresh, so that nobody waits for it.
 */
const createWindow = (load: () => Promise<Rankings>, now: () => number) => {
  const moments: Moment[] = [];
  let making: Promise<Moment> | null = null;
  const make = async (): Promise<Moment> => {
    const madeAt = now();
    const began = performance.now();
    const moment = { rankings: await load(), madeAt, costMs: performance.now() - began };
    moments.push(moment);
    if (moments.length > keptPerWindow) moments.shift();
    return moment;
  };
  const makeOnce = (): Promise<Moment> => {
    making ??= make().finally(() => {
      making = null;
    });
    return making;
  };
  return {
    newest: async (tab: RankingTab): Promise<Ranking> => {
      const moment = moments.at(-1);
      if (!moment) return (await makeOnce()).rankings[tab];
      const age = now() - moment.madeAt;
      const freshFor = Math.max(freshForMs, moment.costMs * freshForCosts);
      // A clock that was set back makes a moment of the future: it is no use either.
      if (age > freshFor * usableForTimes || age < 0) return (await makeOnce()).rankings[tab];
      if (age > freshFor) makeOnce().catch(() => undefined); // whoever asks next tries again
      return moment.rankings[tab];
    },
    /** The ranking that a scroll began with, while it is kept. */
    kept: (tab: RankingTab, id: string): Ranking | null =>
      moments.find(({ rankings }) => rankings[tab].id === id)?.rankings[tab] ?? null,
  };
};

const createLoad = (ctx: AppContext, window: RankingWindow, readLists: ReturnType<typeof createTokenLists>) => {
  const length = windowMs[window];
  const readVolumes = length === null ? createTotalVolumes() : createWindowVolumes(length);
  let last: { readonly lists: TokenLists; readonly rankings: Rankings } | null = null;
  return async (): Promise<Rankings> => {
    const lists = await readLists(ctx.db);
    const volumes = await readVolumes(ctx.db, ctx.now());
    // As they were ordered last, they nearly are now.
    const { leaderboard, migrated } =
      last?.lists === lists
        ? { leaderboard: last.rankings.leaderboard.tokens, migrated: last.rankings.migrated.tokens }
        : lists;
    const rankings = { leaderboard: rank(leaderboard, volumes), migrated: rank(migrated, volumes) };
    last = { lists, rankings };
    return rankings;
  };
};

type Windows = Readonly<Record<RankingWindow, ReturnType<typeof createWindow>>>;
const known = new WeakMap<AppContext, Windows>();

/** The rankings of this server, one holder for each window. */
export const rankingsOf = (ctx: AppContext): Windows => {
  const before = known.get(ctx);
  if (before) return before;
  const readLists = createTokenLists();
  const open = (window: RankingWindow) => createWindow(createLoad(ctx, window, readLists), ctx.now);
  const windows = { "4h": open("4h"), "1d": open("1d"), all: open("all") };
  known.set(ctx, windows);
  return windows;
};
