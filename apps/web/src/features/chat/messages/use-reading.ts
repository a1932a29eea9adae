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
    const look = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
};

interface Reading {
  /** The number of the message after which the unread rule is shown; null for none. */
  readonly before: number | null;
  /** The number of messages after the rule. */
  readonly count: number;
  /** The present number of unread messages. */
  readonly unread: number;
  /** Whether the rule's position comes from the server, and not from the browser's cache of an earlier visit. */
  readonly isKnown: boolean;
}

/**
 * How far the person has read. Seeing the end of the chat marks all as read, on all devices. The rule stays where it was when
 * the chat was opened or the tab became visible again.
 */
export const useReading = (mint: Mint, log: ChatLog, isAtEnd: boolean): Reading => {
  const { data: room, isFetching, isStale, isError } = useQuery(roomQuery(mint));
  const isVisible = useIsVisible();
  const read = room?.read ?? null;
  const [line, setLine] = useState<{ readonly before: number | null; readonly count: number } | null>(null);
  if (line === null && read !== null && !isFetching && (!isStale || isError)) setLine(lineOf(read.number, read.unread));
  const newest = log.hasNewer ? null : (log.messages.at(-1)?.number ?? null);
  const isSeen = line !== null && isVisible && isAtEnd && newest !== null && read !== null && newest > read.number;
  useEffect(() => {
    if (!isSeen || newest === null) return;
    realtime().read(mint, newest);
    noteRead(queryClient(), mint, { number: newest, unread: 0 });
  }, [isSeen, newest, mint]);
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

const lineOf = (number: number, unread: number) =>
  unread > 0 ? { before: number, count: unread } : { before: null, count: 0 };
