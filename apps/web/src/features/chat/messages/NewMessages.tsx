import type { Uid } from "@tribe/contract";
import { useEffect, useRef, useState } from "react";
import type { ChatLog } from "../log/chat-log.ts";
import { announcement } from "./announcement.ts";

/** Messages are collected for this time, in ms, before they are announced. */
const collectFor = 1_500;

/** Announces others' new messages to screen readers, several at once in one sentence. Loaded older messages are left out. */
export const NewMessages = ({ log, me }: { log: ChatLog; me: Uid | null }) => {
  const [said, setSaid] = useState("");
  const told = useRef(log.headSeq);
  useEffect(() => {
    if (log.headSeq <= told.current) return;
    const timer = setTimeout(() => {
      const words = announcement(log.recent, told.current, me);
      told.current = log.headSeq;
      if (words !== null) setSaid(words);
    }, collectFor);
    return () => clearTimeout(timer);
  }, [log, me]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
};
