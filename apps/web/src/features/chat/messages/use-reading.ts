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
  /** Number of the message behind which the line of new messages stands; null for none. */
  readonly before: number | null;
  /** How many are behind it. */
  readonly count: number;
  /** What is unread now. */
  readonly unread: number;
  /** Whether the line is the server's answer, not what the browser has kept of an earlier visit. */
  readonly isKnown: boolean;
}

/**
 * How far the person has read: who sees the end of the chat has read all of it, on all devices. The line stays where it was
 * when the chat was opened, or left for another tab.
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
  // What comes while nobody looks gets a line of its own.
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
