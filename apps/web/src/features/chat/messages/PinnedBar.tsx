import type { ChatMessage } from "@tribe/contract";
import { IconButton } from "@tribe/ui";
import { Pin, X } from "@tribe/ui/icons";
import { useRoomParts } from "../room-context.ts";
import { unpin } from "./actions/commands.ts";
import { excerpt } from "./text/excerpt.ts";

/** The pinned message above the list, as a link to it. */
export const PinnedBar = ({ message }: { message: ChatMessage }) => {
  const { jump, isChief, blocked, me } = useRoomParts();
  const isHidden = blocked.has(message.author.uid);
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-1 border-b border-line bg-surface pl-3 lg:pl-5">
      <button
        type="button"
        onClick={() => jump(message)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-left text-sm"
      >
        <Pin aria-hidden size={14} className="shrink-0 text-ember-text" />
        <span className="sr-only">Pinned message {isHidden ? "" : "of "}</span>
        {isHidden ? null : (
          <bdi className="max-w-1/2 shrink-0 truncate font-semibold">
            {message.author.uid === me ? "You" : message.author.displayName}
          </bdi>
        )}
        <span dir="auto" className="min-w-0 truncate text-muted">
          {isHidden ? "From somebody you blocked" : excerpt(message)}
        </span>
      </button>
      {isChief ? (
        <IconButton label="Unpin" onClick={() => unpin(message)}>
          <X aria-hidden size={16} />
        </IconButton>
      ) : null}
    </div>
  );
};
