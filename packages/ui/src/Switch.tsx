import { useId } from "react";
import { classes } from "./classes.ts";

/** Turns one setting on or off at once; the note says what it does. */
export const Switch = ({
  label,
  note,
  isOn,
  busy = false,
  onSwitch,
}: {
  label: string;
  note?: string;
  isOn: boolean;
  busy?: boolean;
  onSwitch: (isOn: boolean) => void;
}) => {
  const id = useId();
  return (
    <div className="flex min-h-14 items-center gap-4">
      {/* Its words are as good a place to press. */}
      <label htmlFor={`${id}-switch`} className="flex min-w-0 flex-1 cursor-pointer flex-col py-2">
        <span id={id} className="text-sm font-medium">
          {label}
        </span>
        {note ? (
          <span id={`${id}-note`} className="text-xs text-muted">
            {note}
          </span>
        ) : null}
      </label>
      <button
        id={`${id}-switch`}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={note ? `${id}-note` : undefined}
        aria-busy={busy || undefined}
        onClick={() => {
          if (!busy) onSwitch(!isOn);
        }}
        className="group relative flex h-11 w-14 shrink-0 items-center justify-end aria-busy:opacity-60 disabled:opacity-50"
      >
        <span
          className={classes(
            "h-7 w-12 rounded-full border transition-colors",
            isOn ? "border-ember bg-ember" : "border-line-strong bg-raised",
          )}
        >
          <span
            className={classes(
              "block size-5 translate-y-[3px] rounded-full transition-transform",
              isOn ? "translate-x-6 bg-on-ember" : "translate-x-1 bg-line-strong",
            )}
          />
        </span>
      </button>
    </div>
  );
};
