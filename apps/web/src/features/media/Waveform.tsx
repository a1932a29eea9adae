import { uploadLimits } from "@tribe/contract";

const flat: readonly number[] = Array.from({ length: uploadLimits.waveformValues }, () => 12);
const step = 4;
const height = 28;

/** A sound's loudness over time, the played part in ember. It is a slider that a press, a drag or the arrow keys move. */
export const Waveform = ({
  values,
  part,
  label,
  valueText,
  onSeek,
}: {
  /** Loudness from 0 to 100; null if it was not measured. */
  values: readonly number[] | null;
  /** The played part, from 0 to 1. */
  part: number;
  label: string;
  valueText: string;
  onSeek: (part: number) => void;
}) => {
  const bars = values ?? flat;
  return (
    <div className="relative h-7 w-full">
      <svg
        aria-hidden
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
        className="size-full overflow-visible"
      >
        {bars.map((value, index) => {
          const tall = Math.max(3, (value / 100) * height);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a value has no identity but its position
              key={index}
              x={index * step}
              y={(height - tall) / 2}
              width={step - 1.4}
              height={tall}
              rx={1.2}
              className={index / bars.length < part ? "fill-ember" : "fill-line-strong"}
            />
          );
        })}
      </svg>
      <input
        type="range"
        min={0}
        max={1}
        step={0.01}
        value={part}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onSeek(Number(event.target.value))}
        className="absolute -inset-y-2 inset-x-0 w-full cursor-pointer opacity-0 focus-visible:opacity-100"
      />
    </div>
  );
};
