import { Skeleton } from "@tribe/ui";

/** As wide as messages of different lengths are. */
const widths = ["w-2/3", "w-1/2", "w-3/5", "w-2/5"];

/** A placeholder for the messages of a chat, the newest at its bottom. index.html draws the same before the script runs. */
export const MessagesLoading = ({ label = "Loading messages" }: { label?: string }) => (
  <div role="status" aria-label={label} className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden">
    <div className="flex flex-col gap-4 p-4 lg:px-5">
      {widths.map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full lg:size-10" />
          <Skeleton className={`h-12 ${width}`} />
        </div>
      ))}
    </div>
  </div>
);

/** A placeholder for the field that one writes in, below them. */
export const ComposerLoading = () => (
  <Skeleton className="mx-3 mb-[max(--spacing(3),calc(env(safe-area-inset-bottom)-var(--tribe-keyboard)))] h-13 shrink-0 rounded-card lg:mx-4 lg:mb-4" />
);
