import { useRef } from "react";
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

/** The date above the first message of a day. A press opens the system's calendar, which leads to the messages of another day. */
export const DayRule = ({ at }: { at: number }) => {
  const { jumpToDate } = useRoomParts();
  const field = useRef<HTMLInputElement>(null);
  const now = serverNow();
  return (
    <div className={`${rule} text-faint before:bg-line after:bg-line`}>
      <span className="group/day relative rounded-full focus-within:outline-2 focus-within:outline-ember">
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
          onClick={() => field.current?.showPicker?.()}
          onChange={({ target }) => {
            const [year = 0, month = 1, day = 1] = target.value.split("-").map(Number);
            if (target.validity.valid && target.value !== "") jumpToDate(new Date(year, month - 1, day).getTime());
          }}
          className="absolute inset-x-0 -inset-y-3 cursor-pointer opacity-0 pointer-coarse:text-base"
        />
      </span>
    </div>
  );
};
