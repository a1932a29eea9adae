// How Home is ranked, and why: docs/decisions/0016.
import type { TokenSort } from "@tribe/contract";
import type { AppContext } from "../../../../context/context.ts";
import { rank } from "../../rules/rank.ts";
import type { Ranking, SortKeys } from "../../rules/ranking.ts";
import { type FactSort, keysBy, type TokenFacts } from "../../rules/sort-keys.ts";
import { createReadFacts } from "./read-facts.ts";
import { createTokenLists, type RankingTab, type TokenLists } from "./token-lists.ts";
import { createTotalVolumes, createWindowVolumes } from "./volumes.ts";

export type RankingWindow = "4h" | "1d" | "all";

const hourMs = 60 * 60 * 1_000;
const windowMs = { "4h": 4 * hourMs, "1d": 24 * hourMs, all: null } as const;

/** A ranking is fresh for this long, or for this many times as long as it took to make. */
const freshForMs = 2_000;
const freshForCosts = 20;
/** After this many times that age a caller waits for a new one instead of using it. */
const usableForTimes = 3;
/** How many former rankings are kept for scrolling that began with them; 200 KB each for ten thousand tokens. */
const maxVersions = 60;
/** Sorts other than by volume are rarely used, and may be some seconds old. */
const sortsFreshForMs = 5_000;
const maxSortVersions = 20;

/** Both tabs, read at once. */
type Rankings = Readonly<Record<RankingTab, Ranking>>;

interface Made<Value> {
  readonly value: Value;
  readonly madeAt: number;
  readonly costMs: number;
}

/**
 * A cached value for all callers. They get the newest one; when it is no longer fresh it is made anew in the background, so that
 * nobody waits.
 */
const createRenewed = <Value>(
  load: () => Promise<Value>,
  now: () => number,
  { freshFor, onMade }: { readonly freshFor: number; readonly onMade?: (value: Value) => void },
) => {
  let newest: Made<Value> | null = null;
  let making: Promise<Made<Value>> | null = null;
  const make = async (): Promise<Made<Value>> => {
    const madeAt = now();
    const began = performance.now();
    newest = { value: await load(), madeAt, costMs: performance.now() - began };
    onMade?.(newest.value);
    return newest;
  };
  const makeOnce = (): Promise<Made<Value>> => {
    making ??= make().finally(() => {
      making = null;
    });
    return making;
  };
  return async (): Promise<Value> => {
    if (!newest) return (await makeOnce()).value;
    const age = now() - newest.madeAt;
    const fresh = Math.max(freshFor, newest.costMs * freshForCosts);
    // After a clock was set back the value seems to come from the future: it is not used either.
    if (age > fresh * usableForTimes || age < 0) return (await makeOnce()).value;
    if (age > fresh) makeOnce().catch(() => undefined); // the next caller tries again
    return newest.value;
  };
};

/** The newest rankings of one kind in this process. */
const createVersions = (
  load: () => Promise<Rankings>,
  now: () => number,
  { freshFor, max }: { readonly freshFor: number; readonly max: number },
) => {
  const versions: Rankings[] = [];
  const newest = createRenewed(load, now, {
    freshFor,
    onMade: (rankings) => {
      versions.push(rankings);
      if (versions.length > max) versions.shift();
    },
  });
  return {
    newest: async (tab: RankingTab): Promise<Ranking> => (await newest())[tab],
    /** The ranking in which scrolling began, while it is kept. */
    find: (tab: RankingTab, id: string): Ranking | null =>
      versions.find((rankings) => rankings[tab].id === id)?.[tab] ?? null,
  };
};

/** Sorts lists by keys. It starts from the last order, which is nearly right. */
const createRank = () => {
  let last: { readonly lists: TokenLists; readonly rankings: Rankings } | null = null;
  return (lists: TokenLists, keys: SortKeys): Rankings => {
    const { leaderboard, migrated } =
      last?.lists === lists
        ? { leaderboard: last.rankings.leaderboard.tokens, migrated: last.rankings.migrated.tokens }
        : lists;
    const rankings = { leaderboard: rank(leaderboard, keys), migrated: rank(migrated, keys) };
    last = { lists, rankings };
    return rankings;
  };
};

type ReadLists = ReturnType<typeof createTokenLists>;

const openWindow = (ctx: AppContext, window: RankingWindow, readLists: ReadLists) => {
  const length = windowMs[window];
  const readVolumes = length === null ? createTotalVolumes() : createWindowVolumes(length);
  const rankNow = createRank();
  let volumes: SortKeys = new Map();
  const load = async (): Promise<Rankings> => {
    const lists = await readLists(ctx.db);
    volumes = await readVolumes(ctx.db, ctx.now());
    return rankNow(lists, volumes);
  };
  const versions = createVersions(load, ctx.now, { freshFor: freshForMs, max: maxVersions });
  return {
    ...versions,
    /** The newest volumes, for pages that are sorted by something else. */
    volumes: async (): Promise<SortKeys> => {
      await versions.newest("leaderboard");
      return volumes;
    },
  };
};

const openSort = (ctx: AppContext, sort: FactSort, readLists: ReadLists, facts: () => Promise<TokenFacts>) => {
  const rankNow = createRank();
  const load = async (): Promise<Rankings> => {
    const newest = await facts();
    return rankNow(await readLists(ctx.db), keysBy(sort, newest));
  };
  return createVersions(load, ctx.now, { freshFor: sortsFreshForMs, max: maxSortVersions });
};

type Windows = Readonly<Record<RankingWindow, ReturnType<typeof openWindow>>>;
type Sorts = Readonly<Record<FactSort, ReturnType<typeof openSort>>>;

interface ServerRankings {
  readonly windows: Windows;
  /** Rankings by anything but volume: they are the same for every window. */
  readonly sorts: Sorts;
}

const opened = new WeakMap<AppContext, ServerRankings>();

/** The rankings of this server, one for each window and one for each sort. */
export const rankingsOf = (ctx: AppContext): ServerRankings => {
  const before = opened.get(ctx);
  if (before) return before;
  const readLists = createTokenLists();
  const window = (name: RankingWindow) => openWindow(ctx, name, readLists);
  const facts = createRenewed(createReadFacts(ctx), ctx.now, { freshFor: sortsFreshForMs });
  const sort = (name: FactSort) => openSort(ctx, name, readLists, facts);
  const rankings = {
    windows: { "4h": window("4h"), "1d": window("1d"), all: window("all") },
    sorts: {
      marketCap: sort("marketCap"),
      change: sort("change"),
      price: sort("price"),
      seats: sort("seats"),
      newest: sort("newest"),
    },
  };
  opened.set(ctx, rankings);
  return rankings;
};

/** The key for this sort. */
export const rankingBy = ({ windows, sorts }: ServerRankings, sort: TokenSort, window: RankingWindow) =>
  sort === "volume" ? windows[window] : sorts[sort];
