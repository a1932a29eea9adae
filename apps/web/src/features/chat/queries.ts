import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { LocalUser } from "@tribe/contract";
import { type AnswerOf, type ChatMessage, type Mint, routes, type Seq, type Uid } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { queryClient } from "../../shared/api/query-client.ts";
import { keys } from "../../shared/queries/keys.ts";
import type { LiveMoment } from "./log/chat-lines.ts";
import { type ChatLog, type HistoryPage, newPart, withNewer, withNewest, withOlder } from "./log/chat-log.ts";

/** Messages per page. */
const pageSize = 50;
/** A chat opens at the first unread message if there are at most this many; otherwise at the newest one. */
const mostUnread = 300;

/** The id of the signed-in person, if known. */
export const ownUid = (cache: QueryClient): Uid | null => cache.getQueryData<LocalUser>(keys.localUser())?.uid ?? null;

const knownLog = (mint: Mint): ChatLog | undefined => queryClient().getQueryData<ChatLog>(keys.messages(mint));
const firstNumber = ({ messages }: ChatLog): number => messages[0]?.number ?? 1;

/**
 * Settings, pinned message and how far the person has read. Kept current by frames. The call is not cancelled when no component
 * uses it any more: the messages wait for it, too.
 */
export const roomQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.room(mint),
    queryFn: () => api(routes.chat.room, { query: { mint } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export type Room = AnswerOf<typeof routes.chat.room>;

/** The newest messages, back to the first unread one; later ones arrive over the WebSocket. */
export const messagesQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.messages(mint),
    queryFn: async ({ signal }): Promise<ChatLog> => {
      const me = ownUid(queryClient());
      const [page, room] = await Promise.all([
        api(routes.chat.messages, { query: { mint, limit: pageSize }, signal }),
        // The stored state would have outdated unread counts.
        queryClient().fetchQuery(roomQuery(mint)),
      ]);
      const older: HistoryPage[] = [];
      // Read again after each page: a stored log receives messages meanwhile.
      const logNow = () =>
        older.reduce<ChatLog>((log, part) => withOlder(log, part, me), withNewest(knownLog(mint), page, me));
      const { read } = room;
      let log = logNow();
      while (log.hasMore && read.unread > 0 && read.unread <= mostUnread && firstNumber(log) > read.number + 1) {
        const beforeSeq = log.messages[0]?.seq;
        if (beforeSeq === undefined) break;
        older.push(await api(routes.chat.messages, { query: { mint, beforeSeq, limit: 2 * pageSize }, signal }));
        log = logNow();
      }
      return log;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Who took and who lost a seat lately, the newest first. Refetched when a frame reports changed members. */
export const seatNotesQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.seatNotes(mint),
    queryFn: async ({ signal }) => (await api(routes.chat.seatNotes, { query: { mint, limit: 100 }, signal })).notes,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** When the last lives began and ended, the newest first. Refetched when a frame reports a change. */
export const liveNotesQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.liveNotes(mint),
    queryFn: async ({ signal }): Promise<readonly LiveMoment[]> => {
      const { notes } = await api(routes.live.notes, { query: { mint }, signal });
      return notes
        .flatMap(({ by, title, startedAt, endedAt }): LiveMoment[] => [
          ...(endedAt === null ? [] : [{ at: endedAt, by, title, lasted: endedAt - startedAt }]),
          { at: startedAt, by, title, lasted: null },
        ])
        .sort((a, b) => b.at - a.at);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

const changeLog = (mint: Mint, change: (log: ChatLog, me: Uid | null) => ChatLog): void => {
  queryClient().setQueryData<ChatLog>(keys.messages(mint), (log) => log && change(log, ownUid(queryClient())));
};

/** Loads the page before the oldest message. @throws ApiError */
export const loadOlder = async (mint: Mint): Promise<void> => {
  const known = knownLog(mint);
  const beforeSeq = known?.messages[0]?.seq;
  if (!known?.hasMore || beforeSeq === undefined) return;
  const page = await api(routes.chat.messages, { query: { mint, beforeSeq, limit: pageSize } });
  changeLog(mint, (log, me) => (log.part === known.part ? withOlder(log, page, me) : log));
};

/** Loads the page after the newest loaded message, if newer ones exist. @throws ApiError */
export const loadNewer = async (mint: Mint): Promise<void> => {
  const known = knownLog(mint);
  const afterSeq = known?.messages.at(-1)?.seq;
  if (!known?.hasNewer || afterSeq === undefined) return;
  const page = await api(routes.chat.messages, { query: { mint, afterSeq, limit: pageSize } });
  changeLog(mint, (log, me) => (log.part === known.part ? withNewer(log, page, me) : log));
};

/** Shows the part of the history around a message, or with null the newest. @throws ApiError */
export const loadPart = async (mint: Mint, aroundSeq: Seq | null): Promise<void> => {
  const query = { mint, limit: pageSize, ...(aroundSeq === null ? {} : { aroundSeq }) };
  const page = await api(routes.chat.messages, { query });
  changeLog(mint, (log, me) => newPart(log, page, me));
};

/**
 * Shows the part of the history around the first message of a time (ms since 1970) or later.
 * @returns that message; the newest if all are older; null in an empty chat
 * @throws ApiError
 */
export const loadDate = async (mint: Mint, time: number): Promise<ChatMessage["id"] | null> => {
  const page = await api(routes.chat.messages, { query: { mint, limit: pageSize, aroundTime: time } });
  changeLog(mint, (log, me) => newPart(log, page, me));
  return (page.messages.find(({ sentAt }) => sentAt >= time) ?? page.messages.at(-1))?.id ?? null;
};

/** A loaded message. */
export const knownMessage = (mint: Mint, id: ChatMessage["id"]): ChatMessage | undefined =>
  knownLog(mint)?.messages.find((message) => message.id === id);
