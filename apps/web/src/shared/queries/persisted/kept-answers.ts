import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { clear, createStore, delMany, entries, set } from "idb-keyval";
import * as z from "zod/mini";
import { createStore as createState } from "../../state/store.ts";
import { noteEarlier } from "../is-awaited.ts";
import type { QueryName } from "../keys.ts";

// Stores the answers that pages have shown last, so that they open without a network. IndexedDB keeps bigints.

/** Names of the stored queries. Searches, quotes and anything signed are not stored. */
const keptNames: ReadonlySet<unknown> = new Set<QueryName>([
  "config",
  "token",
  "history",
  "holders",
  "subscribers",
  "messages",
  "seatNotes",
  "liveNotes",
  "room",
  "chatMembers",
  "myChats",
  "localUser",
  // Otherwise messages of blocked people would be shown until the server has answered.
  "blocks",
  "portfolio",
  "earnings",
  "seats",
  "standing",
  "balance",
  "holding",
]);
const noPause = { isSystemPaused: false };
const maxAnswers = 200;
const maxAgeMs = 30 * 24 * 3_600_000;

const storedSchema = z.object({
  key: z.array(z.unknown()),
  data: z.unknown(),
  /** Milliseconds since 1970. */
  updatedAt: z.number(),
  /** The session that it belongs to; null for a visitor. */
  sessionId: z.nullable(z.string()),
  /** The build that wrote it and knows its shape. */
  build: z.string(),
});
type Stored = z.output<typeof storedSchema>;

/** The present session and build: answers of others are deleted. */
export interface AnswerOwner {
  readonly sessionId: () => string | null;
  readonly build: string;
}

/** Whether what this browser has stored is in the cache: before, nothing is known of its height. */
export const areAnswersRestored = createState(false);

const tableOf = () => createStore("tribe:v1:answers", "answers");
let table: ReturnType<typeof tableOf> | null = null;
const answers = () => {
  table ??= tableOf();
  return table;
};

/** A browser without IndexedDB stores nothing: pages then need a network. */
const quietly = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work();
  } catch {
    return null;
  }
};

const isKept = (key: QueryKey): boolean => keptNames.has(key[0]);

/**
 * Fills the cache with this person's last answers; each is refetched when it is shown. Answers already in the cache are newer and
 * stay.
 */
export const restoreAnswers = async (cache: QueryClient, { sessionId, build }: AnswerOwner): Promise<void> => {
  const found = (await quietly(() => entries<string, unknown>(answers()))) ?? [];
  const read = found.map(([id, value]) => ({ id, stored: z.safeParse(storedSchema, value).data ?? null }));
  const isOwn = (stored: Stored | null): stored is Stored =>
    stored !== null &&
    // What a visitor has seen anybody may see: who has signed in since need not do without it.
    (stored.sessionId === null || stored.sessionId === sessionId()) &&
    stored.build === build &&
    Date.now() - stored.updatedAt < maxAgeMs;
  const own = read
    .flatMap(({ id, stored }) => (isOwn(stored) ? [{ id, stored }] : []))
    .sort((a, b) => b.stored.updatedAt - a.stored.updatedAt)
    .slice(0, maxAnswers);
  const ownIds = new Set(own.map(({ id }) => id));
  const others = read.map(({ id }) => id).filter((id) => !ownIds.has(id));
  void quietly(() => delMany(others, answers()));
  for (const { stored } of own) {
    if (!isKept(stored.key) || cache.getQueryData(stored.key) !== undefined) continue;
    noteEarlier(stored.updatedAt);
    // A stored pause may be over: it only counts if the server reports it again.
    const data = stored.key[0] === "config" ? Object.assign({}, stored.data, noPause) : stored.data;
    cache.setQueryData(stored.key, data, { updatedAt: stored.updatedAt });
    cache.getQueryCache().find({ queryKey: stored.key, exact: true })?.invalidate();
  }
};

/**
 * Stores each answer from now on, each at most once per `pauseMs`. A restored answer counts as old until it is refetched: a frame
 * that updates a part does not make the rest current.
 */
export const keepAnswers = (cache: QueryClient, { sessionId, build }: AnswerOwner, pauseMs = 1_000): void => {
  const waiting = new Set<string>();
  /** The times of restored answers, by the hash of their query. */
  const before = new Map<string, number>();
  const write = ({ queryHash, queryKey, state }: Query): void => {
    waiting.delete(queryHash);
    // What came with the page as anybody sees it has no age to be kept by, also when a frame has changed it.
    if (state.data === undefined || state.dataUpdatedAt === 0) return;
    const stored: Stored = {
      key: [...queryKey],
      data: state.data,
      updatedAt: state.dataUpdatedAt,
      sessionId: sessionId(),
      build,
    };
    void quietly(() => set(queryHash, stored, answers()));
  };
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const { query, action } = event;
    if (!isKept(query.queryKey)) return;
    // Only answers from storage, or delivered with the page, carry their own time: they are stored already.
    if (action.dataUpdatedAt !== undefined) {
      before.set(query.queryHash, action.dataUpdatedAt);
      return;
    }
    const dataUpdatedAt = before.get(query.queryHash);
    if (!action.manual) before.delete(query.queryHash);
    else if (dataUpdatedAt !== undefined) query.setState({ dataUpdatedAt, isInvalidated: true });
    if (waiting.has(query.queryHash)) return;
    waiting.add(query.queryHash);
    const owner = sessionId();
    setTimeout(() => {
      if (sessionId() === owner) write(query);
      else waiting.delete(query.queryHash);
    }, pauseMs);
  });
};

/** Called after sign-out: deletes everything that the person has seen from this browser. */
export const forgetAnswers = (): void => void quietly(() => clear(answers()));
