import type { Mint, Uid } from "@tribe/contract";
import { useEffect, useState } from "react";
import { peopleNow, peopleOf } from "../../../shared/realtime/people.ts";
import { useStore } from "../../../shared/state/store.ts";
import { useRoomParts } from "../room-context.ts";
import { typingWords } from "./typing-words.ts";

/** Who writes right now. Its room is kept, so that nothing jumps. */
export const TypingLine = ({ mint, me }: { mint: Mint; me: Uid | null }) => {
  const { typing } = peopleOf(useStore(peopleNow), mint);
  const [now, setNow] = useState(() => Date.now());
  const { blocked } = useRoomParts();
  const others = typing.filter(({ uid, until }) => uid !== me && until > now && !blocked.has(uid));
  const next = Math.min(...typing.map(({ until }) => until));
  useEffect(() => {
    setNow(Date.now());
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(next - Date.now(), 0) + 1);
    return () => clearTimeout(timer);
  }, [next]);
  return (
    <p className="h-5 shrink-0 truncate px-4 text-xs leading-5 text-muted lg:px-5">
      {typingWords(others.map(({ displayName }) => displayName))}
    </p>
  );
};
