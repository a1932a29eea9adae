import { useEffect, useState } from "react";
import { exactTime } from "../time/clock.ts";
import { relativeTime, shortAge } from "../time/relative-time.ts";
import { serverNow } from "../time/server-time.ts";

/** A relative time; the exact one on hover. `at`: milliseconds since 1970. */
export const TimeAgo = ({
  at,
  isShort = false,
  className,
}: {
  at: number;
  /** Shows the age alone, for a narrow column. */
  isShort?: boolean;
  className?: string;
}) => {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  return (
    <time
      dateTime={date.toISOString()}
      // Formatting for the locale is slow, and a list has many: only done for the one under the pointer.
      onPointerEnter={(event) => {
        event.currentTarget.title = exactTime(at);
      }}
      className={className}
    >
      {isShort ? (
        <>
          <span aria-hidden>{shortAge(at, now)}</span>
          <span className="sr-only">{relativeTime(at, now)}</span>
        </>
      ) : (
        relativeTime(at, now)
      )}
    </time>
  );
};
