import { classes } from "@tribe/ui";

/** How many messages of others were not read on any device; nothing for none. */
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
