import { useQuery } from "@tanstack/react-query";
import type { Mint, Uid } from "@tribe/contract";
import { classes } from "@tribe/ui";
import { useEffect, useState } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { subscribersQuery } from "../../../shared/queries/token.ts";
import { peopleNow, peopleOf } from "../../../shared/realtime/people.ts";
import { useStore } from "../../../shared/state/store.ts";
import { useRoomParts } from "../room-context.ts";
import { typingWords } from "./typing-words.ts";

/** The most faces beside the words. */
const maxFaces = 3;

/** Who is typing, with their faces. It lies over the empty end of the list, so that nothing moves. */
export const TypingLine = ({ mint, me }: { mint: Mint; me: Uid | null }) => {
  const { typing } = peopleOf(useStore(peopleNow), mint);
  const { data: members = [] } = useQuery(subscribersQuery(mint));
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
  const pictureOf = (uid: Uid) => members.find((member) => member.uid === uid)?.pfp ?? null;
  return (
    <div
      className={classes(
        "pointer-events-none relative -mt-5 flex h-5 shrink-0 items-center gap-2 pr-4 pl-15 text-xs leading-5 text-muted lg:pr-5 lg:pl-18",
        others.length > 0 && "bg-bg/92",
      )}
    >
      {others.length > 0 ? (
        <>
          <span aria-hidden className="flex shrink-0 -space-x-1.5">
            {others.slice(0, maxFaces).map(({ uid }) => (
              <span key={uid} className="flex rounded-full border border-bg">
                <PersonAvatar seed={uid} src={pictureOf(uid)} name="" size={16} />
              </span>
            ))}
          </span>
          <p className="min-w-0 truncate">{typingWords(others.map(({ displayName }) => displayName))}</p>
        </>
      ) : null}
    </div>
  );
};
