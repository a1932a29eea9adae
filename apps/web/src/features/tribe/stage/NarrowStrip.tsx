import type { Uid } from "@tribe/contract";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";

/** The most faces in the row. */
const mostFaces = 4;

/** The seats as one narrow row, while the person reads: some faces, the pinned message, and a button for the rest. */
export const NarrowStrip = ({
  people,
  words,
  onMembers,
  pinSlot,
  children,
}: {
  people: readonly { readonly uid: Uid; readonly pfp: string | null }[];
  /** Shown if nothing is pinned. */
  words: string;
  onMembers: () => void;
  pinSlot: (element: HTMLElement | null) => void;
  /** Its buttons. */
  children: ReactNode;
}) => (
  <div className="flex h-11 shrink-0 items-center border-b border-line bg-[linear-gradient(90deg,color-mix(in_oklch,var(--tribe-glow)_26%,var(--tribe-bg)),var(--tribe-bg)_62%)] pr-1 pl-3">
    <button
      type="button"
      aria-label="Members"
      onClick={onMembers}
      className="flex h-11 min-w-11 shrink-0 items-center -space-x-2 pr-2"
    >
      {people.slice(0, mostFaces).map(({ uid, pfp }) => (
        <span key={uid} className="flex rounded-full border-2 border-bg">
          <PersonAvatar seed={uid} src={pfp} name="" size={24} />
        </span>
      ))}
    </button>
    <div ref={pinSlot} className="peer flex min-w-0 flex-1 empty:hidden" />
    <p className="min-w-0 flex-1 truncate text-xs text-muted peer-[:not(:empty)]:hidden">{words}</p>
    {children}
  </div>
);
