/** How far something long is, as a bar with its words. */
export const ProgressBar = ({ label, percent, words }: { label: string; percent: number; words: string }) => (
  <div className="flex flex-col gap-2">
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={words}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-ember transition-[width] duration-500 ease-out motion-reduce:transition-none"
        style={{ width: `${percent}%` }}
      />
    </div>
    <p className="flex justify-between gap-3 text-xs text-muted tabular-nums">
      <span>{words}</span>
      <span aria-hidden>{Math.round(percent)}%</span>
    </p>
  </div>
);
