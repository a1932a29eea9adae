import { routes } from "@tribe/contract";
import * as z from "zod/mini";
import { percentile, type Row } from "../suite.ts";
import { fullListing } from "./seed-listing.ts";
import { drawer, newVisitor } from "./visitor.ts";
import type { ListingServer } from "./with-listing.ts";

const askers = 4;
const asksEach = 500;
/** Calls before the measurement, as a new server is slower for a moment. */
const warmUp = 100;
/** The number of pages that a visitor scrolls down before they start another list. */
const deepest = 25;
const tabs = ["leaderboard", "leaderboard", "leaderboard", "migrated"] as const;
const windows = ["4h", "1d", "all"] as const;
/** Decodes only the fields for scrolling: the client's work with fifty rows is not the server's time. */
const scrolled = {
  ...routes.market.list,
  answer: z.object({ total: z.number(), nextCursor: z.nullable(z.string()) }),
};
/** Mostly Home's default sort; the other sorts use figures that are read for all Tribes at once. */
const sorts = ["volume", "volume", "volume", "price", "marketCap", "change", "seats", "newest"] as const;
const orders = ["desc", "desc", "asc"] as const;
const searches = ["", "", "", "ember", "ash flint 12", "b", "77", "nobody is called so"] as const;

/**
 * The home listing's calls with 10,000 Tribes and a million trades: four visitors at once who switch tabs, windows and
 * sorts, search and scroll down, without a pause between their calls. Timed from the request's first byte to the answer's last.
 */
export const homeApi = async ({ appUrl }: ListingServer): Promise<readonly Row[]> => {
  const times: number[] = [];
  const visitors = await Promise.all(Array.from({ length: askers }, (_, seed) => newScroller(appUrl, seed)));
  for (const { ask } of visitors) await ask(warmUp, () => undefined);
  const began = performance.now();
  await Promise.all(visitors.map(({ ask }) => ask(asksEach, (ms) => times.push(ms))));
  const seconds = (performance.now() - began) / 1_000;
  const row = (name: string, value: number, unit: string, bar: number | null): Row => ({
    name,
    value: Math.round(value * 10) / 10,
    unit,
    bar,
    better: unit === "ms" ? "lower" : "higher",
  });
  return [
    row("home_api.p50", percentile(times, 0.5), "ms", null),
    row("home_api.p99", percentile(times, 0.99), "ms", 50),
    row("home_api.worst", percentile(times, 1), "ms", null),
    row("home_api.per_second", times.length / seconds, "calls", null),
  ];
};

const newScroller = async (appUrl: string, seed: number) => {
  const { api, renew, lastMs } = await newVisitor(appUrl);
  const draw = drawer(seed);
  let asked = 0;
  const ask = async (count: number, onTime: (ms: number) => void): Promise<void> => {
    let left = count;
    while (left > 0) {
      const query = {
        tab: draw(tabs),
        window: draw(windows),
        search: draw(searches),
        sort: draw(sorts),
        order: draw(orders),
        limit: 50,
      };
      let cursor: string | null = null;
      for (let page = 0; page < deepest && left > 0; page++) {
        // The limit is 600 calls per device and minute; this client calls as often as many people do.
        if (++asked % 400 === 0) await renew();
        const answer: { total: number; nextCursor: string | null } = await api(scrolled, {
          query: { ...query, ...(cursor ? { cursor } : {}) },
        });
        onTime(lastMs());
        left -= 1;
        if (query.search === "" && query.tab === "leaderboard" && answer.total < fullListing.tribes * 0.9)
          throw new Error(`the list has ${answer.total} Tribes`);
        cursor = answer.nextCursor;
        if (!cursor) break;
      }
    }
  };
  return { ask };
};
