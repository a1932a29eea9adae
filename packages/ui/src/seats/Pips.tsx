import { classes } from "../classes.ts";

const maxPips = 12;

/** How many seats are taken, as twelve bars: ember while some are free, grey when none is. Text beside it says the same. */
export const Pips = ({ taken, seats }: { taken: number; seats: number }) => {
  const count = Math.min(seats, maxPips);
  const filled = taken >= seats ? count : Math.min(count - 1, Math.floor((taken * count) / Math.max(seats, 1)));
  return (
    <span aria-hidden className="inline-flex gap-0.5">
      {Array.from({ length: count }, (_, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={index}
          className={classes(
            "h-3 w-1 rounded-[2px]",
            index >= filled ? "bg-line" : taken >= seats ? "bg-muted/55" : "bg-ember",
          )}
        />
      ))}
    </span>
  );
};
