import type { NotificationSettings, NotificationSettingsChange } from "@tribe/contract";
import { Switch } from "@tribe/ui";
import { useId } from "react";

const hour = 60;
const usual = { from: 22 * hour, to: 7 * hour };

const two = (value: number): string => String(value).padStart(2, "0");
/** A minute of the day as the value of a time field: `22:30`. */
const timeOf = (minute: number): string => `${two(Math.floor(minute / hour))}:${two(minute % hour)}`;
const minuteOf = (time: string): number | null => {
  const [, hours, minutes] = /^([0-9]{2}):([0-9]{2})/.exec(time) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * hour + Number(minutes);
};

/** The time zone of this browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The choice of the hours, in the person's time zone, in which no push is sent. */
export const QuietHours = ({
  delivery,
  onChange,
}: {
  delivery: NotificationSettings["delivery"];
  onChange: (change: NotificationSettingsChange) => void;
}) => {
  const { quietHours } = delivery;
  const set = (next: typeof quietHours) => onChange({ delivery: { quietHours: next, timeZone: ownTimeZone() } });
  return (
    <div className="flex flex-col">
      <Switch
        label="Quiet hours"
        note="What comes in meanwhile waits until they end, if it still matters then."
        isOn={quietHours !== null}
        onSwitch={(on) => set(on ? usual : null)}
      />
      {quietHours ? (
        <div className="flex flex-wrap items-center gap-3 pb-2">
          <Time label="From" minute={quietHours.from} onChange={(from) => set({ ...quietHours, from })} />
          <Time label="To" minute={quietHours.to} onChange={(to) => set({ ...quietHours, to })} />
          <span className="text-xs text-muted">{delivery.timeZone.replaceAll("_", " ")}</span>
        </div>
      ) : null}
    </div>
  );
};

const Time = ({ label, minute, onChange }: { label: string; minute: number; onChange: (minute: number) => void }) => {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="time"
        value={timeOf(minute)}
        onChange={(event) => {
          const next = minuteOf(event.currentTarget.value);
          if (next !== null) onChange(next);
        }}
        className="min-h-11 rounded-control border border-line-strong bg-raised px-3 text-sm pointer-coarse:text-base"
      />
    </span>
  );
};
