import { Link } from "@tanstack/react-router";
import { unreadNoticesLimit } from "@tribe/contract";
import { Bell } from "@tribe/ui/icons";
import { useEffect, useRef } from "react";
import { useIsSignedIn } from "../../shared/api/access.ts";
import { useUnreadNotices } from "../../shared/queries/unread-notices.ts";

const named = (unread: number): string => (unread === 0 ? "Notifications" : `Notifications, ${countOf(unread)} unread`);
const countOf = (unread: number): string => (unread >= unreadNoticesLimit ? `${unreadNoticesLimit - 1}+` : `${unread}`);

/** The bell with how many are unread. */
const BellMark = ({ unread }: { unread: number }) => (
  <span aria-hidden className="relative">
    <Bell size={20} />
    {unread > 0 ? (
      // Hidden from screen readers: the link's name says it in words.
      <span
        data-count={countOf(unread)}
        className="absolute -top-2 left-3 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-ember px-1 text-xs leading-none font-semibold text-on-ember tabular-nums ring-2 ring-bg before:content-[attr(data-count)]"
      />
    ) : null}
  </span>
);

/** Marks the app's icon when something is new; null: nobody is signed in. A visitor's page never loads the code. */
const useAppIconMark = (unread: number | null): void => {
  const isLoaded = useRef(false);
  useEffect(() => {
    if (unread === null && !isLoaded.current) return;
    isLoaded.current = true;
    void import("./mark-app-icon.ts").then(
      ({ markAppIcon }) => markAppIcon(unread ?? 0),
      () => undefined,
    );
  }, [unread]);
};

/** The link to the notifications at the top of a phone. */
export const BellLink = () => {
  const unread = useUnreadNotices();
  return (
    <Link
      to="/notifications"
      aria-label={named(unread)}
      className="flex size-11 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-text aria-[current=page]:text-ember-text"
    >
      <BellMark unread={unread} />
    </Link>
  );
};

/** The same at the side of a wide screen; nothing for visitors. */
export const BellPlace = ({ className }: { className: string }) => {
  const isSignedIn = useIsSignedIn();
  const unread = useUnreadNotices();
  useAppIconMark(isSignedIn ? unread : null);
  if (!isSignedIn) return null;
  return (
    // The name begins with the visible word, so that voice control finds the link.
    <Link to="/notifications" aria-label={`Alerts: ${named(unread)}`} className={className}>
      <BellMark unread={unread} />
      Alerts
    </Link>
  );
};
