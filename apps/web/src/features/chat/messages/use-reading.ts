import { useQuery } from "@tanstack/react-query";
import type { Mint } from "@tribe/contract";
import { useEffect, useState } from "react";
import { queryClient } from "../../../shared/api/query-client.ts";
import { noteRead } from "../../../shared/realtime/chat-cache.ts";
import { realtime } from "../../../shared/realtime/connection.ts";
import type { ChatLog } from "../log/chat-log.ts";
import { roomQuery } from "../queries.ts";

const useIsVisible = (): boolean => {
  const [isVisible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isVisible;
};

export interface Reading {
  /** The number of the message after which the unread rule is shown; null for none. */
  readonly before: number | null;
  /** The number of messages after the rule. */
  readonly count: number;
  /** The present number of unread messages. */
  readonly unread: number;
  /** Whether the rule's position comes from the server, and not from the browser's cache of an earlier visit. */
  readonly isKnown: boolean;
}

/** How far the person has read. The rule stays where it was when the chat was opened or the tab became visible again. */
export const useReading = (mint: Mint): Reading => {
  const { data: room, isFetching, isStale, isError } = useQuery(roomQuery(mint));
  const isVisible = useIsVisible();
  const read = room?.read ?? null;
  const [known, setLine] = useState<ReturnType<typeof lineOf> | null>(null);
  // Already in the first render, in which the list decides where it opens.
  const isReported = read !== null && !isFetching && (!isStale || isError);
  const line = known ?? (isReported ? lineOf(read.number, read.unread) : null);
  if (known === null && line !== null) setLine(line);
  // Messages that arrived while the tab was hidden get a new rule.
  const [wasVisible, setWasVisible] = useState(isVisible);
  if (wasVisible !== isVisible) {
    setWasVisible(isVisible);
    if (isVisible && read !== null && read.unread > 0) setLine(lineOf(read.number, read.unread));
  }
  return {
    before: line?.before ?? null,
    count: line?.count ?? 0,
    unread: read?.unread ?? 0,
    isKnown: line !== null,
  };
};

/** Marks all as read, on all devices, while the person sees the end of a chat of which it is known what is unread. */
export const useMarkRead = (mint: Mint, log: ChatLog, { isKnown }: Reading, seesEnd: boolean): void => {
  const { data: room } = useQuery(roomQuery(mint));
  const isVisible = useIsVisible();
  const newest = log.hasNewer ? null : (log.messages.at(-1)?.number ?? null);
  const isUnread = newest !== null && room !== undefined && room.read !== null && newest > room.read.number;
  const isSeen = isKnown && isVisible && seesEnd && isUnread;
  useEffect(() => {
    if (!isSeen || newest === null) return;
    realtime().read(mint, newest);
    noteRead(queryClient(), mint, { number: newest, unread: 0 });
  }, [isSeen, newest, mint]);
};

const lineOf = (number: number, unread: number): { readonly before: number | null; readonly count: number } =>
  unread > 0 ? { before: number, count: unread } : { before: null, count: 0 };
