import type { Uid } from "@tribe/contract";
import { useEffect, useRef, useState } from "react";
import type { ChatLog } from "../log/chat-log.ts";
import { announcement } from "./announcement.ts";

/** So long it collects what comes before it says it. Milliseconds. */
const collectFor = 1_500;

/** Says new messages of others to a screen reader: what comes together as one sentence, and nothing that was loaded. */
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
