import type { ChatMessage } from "@tribe/contract";
import { IconButton } from "@tribe/ui";
import { Pin, X } from "@tribe/ui/icons";
import { createPortal } from "react-dom";
import { useRoomParts } from "../room-context.ts";
import { unpin } from "./actions/commands.ts";
import { excerpt } from "./text/excerpt.ts";

/** The pinned message as a link to it: above the list, or in the narrow row of the seats. */
export const PinnedBar = ({ message, slot }: { message: ChatMessage; slot: HTMLElement | null }) => {
  const { jump, isChief, blocked, me } = useRoomParts();
  const isHidden = blocked.has(message.author.uid);
  const link = (
    <button
      type="button"
      onClick={() => jump(message)}
      className="relative flex min-h-9 min-w-0 flex-1 items-center gap-2 text-left text-sm pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1 pointer-coarse:after:inset-x-0"
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
  );
  if (slot) return createPortal(link, slot);
  return (
    <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line bg-surface pl-3 lg:pl-5">
      {link}
      {isChief ? (
        <IconButton label="Unpin" onClick={() => unpin(message)} className="-my-1">
          <X aria-hidden size={16} />
        </IconButton>
      ) : null}
    </div>
  );
};
