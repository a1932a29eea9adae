import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { localCacheKeys, routes } from "@tribe/contract";
import * as z from "zod/mini";
import type { browserStorage } from "../../storage/browser-storage.ts";
import type { QueryName } from "../keys.ts";

type Area = ReturnType<typeof browserStorage>;

/** A kind of answers that the browser stores: public facts about people and listed tokens. */
interface PersistedQuery {
  readonly storageKey: string;
  /** How many of the newest are stored. */
  readonly maxEntries: number;
  readonly owns: (key: QueryKey) => boolean;
  readonly encode: (data: unknown) => unknown;
  readonly decode: (stored: unknown) => unknown;
}

const entriesSchema = z.array(z.tuple([z.array(z.string()), z.unknown()]));
const listSchema = z.object({ pages: z.array(routes.market.list.answer), pageParams: z.array(z.string()) });

const persistedQueries: readonly PersistedQuery[] = [
  {
    storageKey: localCacheKeys.users,
    maxEntries: 50,
    owns: ([name]) => name === ("user" satisfies QueryName),
    encode: (data) => z.encode(routes.identity.userProfile.answer, data as never), // the query has no other answer
    decode: (stored) => z.decode(routes.identity.userProfile.answer, stored as never), // the schema checks it
  },
  {
    storageKey: localCacheKeys.tokens,
    maxEntries: 6,
    // Searches are not stored.
    owns: ([name, , , search]) => name === ("tokens" satisfies QueryName) && search === "",
    encode: (data) => {
      const { pages } = data as z.output<typeof listSchema>; // the query has no other answer
      return z.encode(listSchema, { pages: pages.slice(0, 1), pageParams: [""] });
    },
    decode: (stored) => z.decode(listSchema, stored as never), // the schema checks it
  },
];

const read = (area: Area, { storageKey }: PersistedQuery) => {
  const kept = z.safeParse(entriesSchema, area.read(storageKey));
  return kept.success ? kept.data : [];
};

/** Puts stored answers into the cache as stale: they are rendered at once and refetched. */
export const restoreQueries = (cache: QueryClient, area: Area): void => {
  for (const persisted of persistedQueries)
    for (const [key, stored] of read(area, persisted)) {
      try {
        if (persisted.owns(key)) cache.setQueryData(key, persisted.decode(stored), { updatedAt: 0 });
      } catch {
        // Written by an older version of the page: ignored.
      }
    }
};

/** Stores the cached answers of a kind, the newest first. */
const keep = (cache: QueryClient, area: Area, persisted: PersistedQuery): void => {
  const found = cache
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => persisted.owns(queryKey) && state.data !== undefined })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ queryKey, state }) => [queryKey.map(String), persisted.encode(state.data)] as const);
  area.write(persisted.storageKey, found.slice(0, persisted.maxEntries));
};

/** Stores answers in the browser from now on, at most once per `pauseMs`. */
export const persistQueries = (cache: QueryClient, area: Area, pauseMs = 2_000): void => {
  const waiting = new Set<PersistedQuery>();
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const persisted = persistedQueries.find(({ owns }) => owns(event.query.queryKey));
    if (!persisted || waiting.has(persisted)) return;
    waiting.add(persisted);
    setTimeout(() => {
      waiting.delete(persisted);
      keep(cache, area, persisted);
    }, pauseMs);
  });
};
