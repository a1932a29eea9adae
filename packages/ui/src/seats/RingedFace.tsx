import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { Crown } from "../icons/index.ts";

export interface RingedFaceProps {
  /** Diameter in CSS pixels. */
  size: number;
  /** How far the holding is above the cut, 0 to 1; 1 at twice what a seat takes. */
  margin: number;
  /** Within 6 % of the cut. */
  isRisk?: boolean;
  isYou?: boolean;
  /** Beside the face: a seat's number, or the Chief's crown. */
  mark?: number | "chief" | null;
  /** Greyed: without a seat. */
  isOut?: boolean;
  /** The picture; fills the ring. */
  children: ReactNode;
}

/** A picture in the ring of its seat: an arc for how far the holding is above the cut, and the seat's number. */
export const RingedFace = ({ size, margin, isRisk, isYou, mark = null, isOut, children }: RingedFaceProps) => {
  const colour = isRisk ? "var(--tribe-risk)" : "var(--tribe-ember)";
  const rest = isRisk
    ? "color-mix(in oklch, var(--tribe-risk) 46%, transparent)"
    : "color-mix(in oklch, var(--tribe-muted) 34%, transparent)";
  const part = isOut ? 0 : Math.min(Math.max(margin, 0), 1) * 100;
  return (
    <span
      className={classes(
        "relative block shrink-0 rounded-full",
        isYou && "shadow-[0_0_0_3px_color-mix(in_oklch,var(--tribe-ember)_40%,transparent)]",
      )}
      style={{
        width: size,
        height: size,
        padding: size < 24 ? 2 : 3,
        background: `conic-gradient(${colour} ${part}%, ${rest} 0)`,
      }}
    >
      <span
        className={classes(
          "block size-full overflow-hidden rounded-full [&>*]:block! [&>*]:size-full!",
          isOut && "opacity-60",
        )}
      >
        {children}
      </span>
      {mark === null ? null : (
        <span
          aria-hidden
          data-seat-mark
          className={classes(
            "absolute -right-2 -bottom-1.5 flex h-5 min-w-5 items-center justify-center rounded-full px-1 text-xs leading-5 font-semibold tabular-nums",
            isYou
              ? "bg-ember text-on-ember"
              : isRisk
                ? "bg-risk-soft text-risk"
                : "bg-surface text-text shadow-[0_0_0_1px_var(--tribe-line)]",
          )}
        >
          {mark === "chief" ? <Crown size={12} className={isYou ? undefined : "text-ember-text"} /> : mark}
        </span>
      )}
    </span>
  );
};

/** A free seat: dashed. */
export const FreeSeat = ({ size }: { size: number }) => (
  <span
    aria-hidden
    className="block rounded-full border-[1.5px] border-dashed border-line-strong bg-bg/55"
    style={{ width: size, height: size }}
  />
);
