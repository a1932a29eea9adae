import { type KeyboardEvent, useRef } from "react";
import { dayName } from "../../../../shared/time/clock.ts";
import { serverNow } from "../../../../shared/time/server-time.ts";
import { useRoomParts } from "../../room-context.ts";
import { rule } from "../row-parts.tsx";

/** A day as a field for dates has it, in the person's own time zone. */
const dateOf = (at: number): string => {
  const day = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};

/** Nothing here is older. */
const oldest = "2024-01-01";

/** Keys that open the calendar instead of changing the date. */
const opening: readonly string[] = [" ", "F4"];

/**
 * The date above the first message of a day. A press opens the system's calendar, which leads to the messages of another day; with
 * a keyboard one types the date, and Enter leads there.
 */
export const DayRule = ({ at }: { at: number }) => {
  const { jumpToDate } = useRoomParts();
  const field = useRef<HTMLInputElement>(null);
  /** A date that is being typed changes with each digit, long before it is the one that is meant. */
  const isTyping = useRef(false);
  const now = serverNow();
  const go = () => {
    const { value, validity } = field.current ?? {};
    if (!value || !validity?.valid) return;
    const [year = 0, month = 1, day = 1] = value.split("-").map(Number);
    jumpToDate(new Date(year, month - 1, day).getTime());
  };
  const press = (event: KeyboardEvent) => {
    isTyping.current = !opening.includes(event.key);
    if (event.key !== "Enter") return;
    // Without this, Enter would open the calendar.
    event.preventDefault();
    go();
  };
  return (
    <div className={`${rule} text-faint before:bg-line after:bg-line`}>
      <span className="group/day relative">
        <span className="rounded-full px-2 py-0.5 group-hover/day:bg-raised group-hover/day:text-text">
          {dayName(at, now)}
        </span>
        <input
          ref={field}
          type="date"
          aria-label={`${dayName(at, now)}: go to another date`}
          title="Go to a date"
          min={oldest}
          max={dateOf(now)}
          defaultValue={dateOf(at)}
          onPointerDown={() => {
            isTyping.current = false;
          }}
          onClick={() => field.current?.showPicker?.()}
          onKeyDown={press}
          onChange={() => {
            if (!isTyping.current) go();
          }}
          // Seen while it has the focus: one has to see what one types.
          className="absolute top-1/2 left-1/2 h-11 w-36 -translate-1/2 cursor-pointer rounded-full bg-raised px-3 text-center text-text opacity-0 focus:opacity-100 pointer-coarse:text-base"
        />
      </span>
    </div>
  );
};
