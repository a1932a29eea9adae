/** The progress of a long operation as a bar with a text. */
export const ProgressBar = ({
  label,
  percent,
  words,
  cutAt = null,
}: {
  label: string;
  percent: number;
  words: string;
  /** Splits the bar at this percentage into two steps; it then shows no figure, because one for both would mean nothing. */
  cutAt?: number | null;
}) => (
  <div className="flex flex-col gap-2">
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={words}
      className="flex h-2 gap-1"
    >
      {cutAt === null ? (
        <Piece width={100} filled={percent} />
      ) : (
        <>
          <Piece width={cutAt} filled={(Math.min(percent, cutAt) * 100) / cutAt} />
          <Piece width={100 - cutAt} filled={(Math.max(percent - cutAt, 0) * 100) / (100 - cutAt)} />
        </>
      )}
    </div>
    <p className="flex justify-between gap-3 text-xs text-muted tabular-nums">
      <span>{words}</span>
      {cutAt === null ? <span aria-hidden>{Math.round(percent)}%</span> : null}
    </p>
  </div>
);

/** A part of the bar. `width` is in percent of the bar, `filled` in percent of the part. */
const Piece = ({ width, filled }: { width: number; filled: number }) => (
  <div className="overflow-hidden rounded-full bg-line" style={{ flex: `${width} 0 0` }}>
    <div
      className="h-full rounded-full bg-ember transition-[width] duration-500 ease-out motion-reduce:transition-none"
      style={{ width: `${filled}%` }}
    />
  </div>
);
