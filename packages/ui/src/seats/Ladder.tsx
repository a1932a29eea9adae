import { classes } from "../classes.ts";
import { type LadderInput, ladderOf, numbersOf } from "./ladder.ts";

const barClasses = {
  seat: "bg-muted/45",
  you: "bg-ember",
  out: "bg-down",
  free: "border border-b-0 border-dashed border-line-strong",
} as const;

/** The seats as bars by holding, with a dashed line at the holding that a seat takes. Read aloud as one sentence. */
export const Ladder = ({ label, ...input }: LadderInput & { label: string }) => {
  const { bars, cut } = ladderOf(input);
  const numbers = numbersOf(bars);
  const gap = numbers.includes("") ? "gap-px" : "gap-1";
  return (
    <div role="img" aria-label={label}>
      <div className={classes("relative flex h-12 items-end", gap)}>
        {bars.map(({ kind, height }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its seat's number
            key={index}
            className={classes("min-w-0 flex-1 rounded-t-[3px] transition-[height] duration-200", barClasses[kind])}
            style={{ height: `${height * 100}%` }}
          />
        ))}
        <span className="absolute inset-x-0 border-t border-dashed border-risk" style={{ bottom: `${cut * 100}%` }} />
      </div>
      <div className={classes("mt-1 flex text-xs text-faint tabular-nums", gap)}>
        {bars.map(({ kind }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its seat's number
            key={index}
            className={classes(
              "flex min-w-0 flex-1 justify-center",
              kind === "you" && "font-bold text-ember-text",
              kind === "out" && "font-bold text-down",
            )}
          >
            {numbers[index]}
          </span>
        ))}
      </div>
    </div>
  );
};
