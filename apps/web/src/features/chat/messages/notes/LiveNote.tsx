import { Radio } from "@tribe/ui/icons";
import { clockTime } from "../../../../shared/time/clock.ts";
import type { LiveMoment } from "../../log/chat-lines.ts";

/** A live session's duration in words. */
const lastedWords = (lasted: number): string => {
  const minutes = Math.max(1, Math.round(lasted / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
};

/** Says that a live session began or ended between two messages. */
export const LiveNote = ({ live: { at, by, title, lasted } }: { live: LiveMoment }) => (
  <p className="mx-3 mt-2 flex min-h-8 items-center gap-2 rounded-control px-3 py-1.5 text-xs text-muted lg:mx-5">
    <Radio aria-hidden size={14} className="shrink-0 text-ember-text" />
    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
      <bdi className="font-semibold text-text">{by.displayName}</bdi>
      {lasted === null ? `'s live began${title ? `: ${title}` : ""}` : `'s live ended after ${lastedWords(lasted)}`}
    </span>
    <span className="shrink-0 text-faint">{clockTime(at)}</span>
  </p>
);
