import type { Uid } from "@tribe/contract";
import { useEffect, useRef, useState } from "react";
import type { ChatLog } from "../log/chat-log.ts";
import { type Announcement, announcement, quotesDeleted } from "./announcement.ts";

/** Messages are collected for this time, in ms, before they are announced. */
const collectFor = 1_500;
/** An announcement is there for this time, in ms: it stays to be read otherwise, as if it were a part of the page. */
const announcedFor = 6_000;

/**
 * Announces others' new messages to screen readers, several at once in one sentence. Loaded older messages are left out, and a
 * deleted one goes from here, too.
 */
export const NewMessages = ({ log, me }: { log: ChatLog; me: Uid | null }) => {
  const [said, setSaid] = useState<Announcement | null>(null);
  const told = useRef(log.headSeq);
  useEffect(() => {
    if (log.headSeq <= told.current) return;
    const timer = setTimeout(() => {
      const next = announcement(log.recent, told.current, me);
      told.current = log.headSeq;
      if (next !== null) setSaid(next);
    }, collectFor);
    return () => clearTimeout(timer);
  }, [log, me]);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), announcedFor);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p aria-live="polite" className="sr-only">
      {said === null || quotesDeleted(said, log.recent) ? null : said.words}
    </p>
  );
};
