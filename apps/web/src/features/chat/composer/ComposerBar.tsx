import type { Uid } from "@tribe/contract";
import { Pencil, Reply, X } from "@tribe/ui/icons";
import { excerpt } from "../messages/text/excerpt.ts";
import type { ComposerTask } from "./task.ts";

/** Above the field: the message that is answered or edited, and a button to cancel. */
export const ComposerBar = ({
  task,
  me,
  onLeave,
}: {
  task: Exclude<ComposerTask, { readonly kind: "new" }>;
  me: Uid | null;
  onLeave: () => void;
}) => {
  const { kind, message } = task;
  const Icon = kind === "edit" ? Pencil : Reply;
  const name = message.author.uid === me ? "yourself" : message.author.displayName;
  return (
    <div className="flex min-h-11 items-center gap-2 border-b border-line pl-3 text-sm">
      <Icon aria-hidden size={16} className="shrink-0 text-ember-text" />
      <p className="flex min-w-0 flex-1 gap-2">
        <span className="flex max-w-3/5 shrink-0 gap-1 font-semibold">
          <span className="shrink-0">{kind === "edit" ? "Edit message" : "Reply to"}</span>
          {/* An element of its own, so that a right-to-left name is cut at its own end. */}
          {kind === "edit" ? null : <bdi className="min-w-0 truncate">{name}</bdi>}
        </span>
        <span dir="auto" className="min-w-0 truncate text-muted">
          {excerpt(message)}
        </span>
      </p>
      <button
        type="button"
        aria-label={kind === "edit" ? "Stop editing" : "Don't reply"}
        title="Escape"
        onClick={onLeave}
        className="flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  );
};
