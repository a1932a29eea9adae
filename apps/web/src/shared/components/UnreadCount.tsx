import { classes } from "@tribe/ui";

/** The number of messages by others that were read on no device; nothing for 0. */
export const UnreadCount = ({ count, className = "" }: { count: number; className?: string }) =>
  count === 0 ? null : (
    <span
      className={classes(
        "flex h-5 min-w-5 items-center justify-center rounded-full bg-ember px-1.5 text-xs font-bold text-on-ember tabular-nums",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only"> unread</span>
    </span>
  );
