import type { ReactNode } from "react";

/** More seats than this are drawn as one line: otherwise only gaps would be visible. */
const maxSegments = 24;
/** The drawn part of a segment; the rest is the gap to the next. */
const drawnPart = 0.68;
/** The position of the frame's top centre on its path, which begins after the top left corner. */
const middle = 0.054;

const frame = { x: 2, y: 2, width: 96, height: 96, rx: 30, strokeWidth: 4 };

const dashes = (count: number, seats: number): string => {
  if (seats > maxSegments) return `${count} ${seats - count}`;
  const each = Array.from({ length: count }, () => `${drawnPart} ${1 - drawnPart}`);
  return [...each, `0 ${seats - count}`].join(" ");
};

/**
 * A Tribe's picture within its seats, for small rows: one segment for each seat, clockwise from the top, dark when taken, ember
 * for one's own. They are drawn outside the picture's box. Text beside it says the same.
 */
export const SeatsAround = ({
  taken,
  seats,
  own = null,
  children,
}: {
  taken: number;
  seats: number;
  /** One's own seat, counted from 1. */
  own?: number | null;
  children: ReactNode;
}) => {
  const filled = Math.min(Math.max(taken, 0), seats);
  return (
    <span className="relative flex w-max shrink-0">
      {children}
      {/* By inset alone an svg has no size: WebKit then gives it the picture's own. */}
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        className="pointer-events-none absolute -top-1 -left-1 size-[calc(100%+0.5rem)] text-muted"
        fill="none"
      >
        {[
          { count: seats, opacity: 0.3 },
          { count: filled, opacity: 0.75 },
        ].map(({ count, opacity }) => (
          <rect
            key={opacity}
            {...frame}
            pathLength={seats}
            stroke="currentColor"
            strokeOpacity={opacity}
            strokeDasharray={dashes(count, seats)}
            strokeDashoffset={-middle * seats}
          />
        ))}
        {own === null || seats > maxSegments ? null : (
          <rect
            {...frame}
            pathLength={seats}
            className="stroke-ember"
            strokeDasharray={`${drawnPart} ${seats - drawnPart}`}
            strokeDashoffset={-middle * seats - (own - 1)}
          />
        )}
      </svg>
    </span>
  );
};
