import { classes } from "@tribe/ui";
import type { RankingWindow } from "../home-search.ts";

const windows: readonly { readonly value: RankingWindow; readonly label: string; readonly name: string }[] = [
  { value: "4h", label: "4h", name: "Last 4 hours" },
  { value: "1d", label: "1d", name: "Last day" },
  { value: "all", label: "All", name: "All time" },
];

/** The ranking window as radio buttons: arrow keys choose, screen readers know how many there are. */
export const WindowChoice = ({
  value,
  onChange,
}: {
  value: RankingWindow;
  onChange: (value: RankingWindow) => void;
}) => (
  <fieldset className="flex gap-1">
    <legend className="sr-only">Ranking window</legend>
    {windows.map((option) => (
      <label
        key={option.value}
        className={classes(
          "flex min-h-9 min-w-11 cursor-pointer items-center justify-center rounded-control px-3 text-sm font-medium transition-colors pointer-coarse:min-h-11",
          "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember",
          option.value === value ? "bg-raised text-text" : "text-muted hover:text-text",
        )}
      >
        <input
          type="radio"
          name="ranking-window"
          value={option.value}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
          className="sr-only"
        />
        <span aria-hidden>{option.label}</span>
        <span className="sr-only">{option.name}</span>
      </label>
    ))}
  </fieldset>
);
