import type { Uid } from "@tribe/contract";
import type { LiveHere } from "../session/live-state.ts";

/** Reactions that fly up. With reduced motion they are shown for a moment without moving. */
export const Flying = ({ live, nameOf }: { live: LiveHere; nameOf: (uid: Uid) => string }) => (
  <div aria-hidden className="pointer-events-none absolute inset-x-4 bottom-2 h-full overflow-hidden">
    {live.reactions.map(({ id, emoji, uid }) => (
      <span
        key={id}
        className="absolute bottom-0 flex animate-fly flex-col items-center text-xl"
        style={{ left: `${8 + ((id * 37) % 84)}%` }}
      >
        {emoji}
        <span className="rounded-full bg-bg/80 px-1.5 text-xs">{uid === live.me ? "You" : nameOf(uid)}</span>
      </span>
    ))}
  </div>
);
