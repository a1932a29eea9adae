import { ArrowDown } from "@tribe/ui/icons";

/** A button that scrolls to the end of the chat, with the number of unread messages. */
export const ToNewest = ({ unread, onPress }: { unread: number; onPress: () => void }) => (
  <button
    type="button"
    aria-label={unread > 0 ? `To the newest message, ${unread} unread` : "To the newest message"}
    title="To the newest message"
    onClick={onPress}
    className="absolute right-4 bottom-3 flex size-11 items-center justify-center rounded-full border border-line bg-raised text-text shadow-lift hover:bg-hover"
  >
    <ArrowDown aria-hidden size={20} />
    {unread > 0 ? (
      <span className="absolute -top-1.5 -right-1 flex h-5 min-w-5 items-center justify-center rounded-full bg-ember px-1.5 text-xs font-bold text-on-ember tabular-nums">
        {unread > 99 ? "99+" : unread}
      </span>
    ) : null}
  </button>
);
