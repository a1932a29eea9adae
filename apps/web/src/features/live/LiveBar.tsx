import type { LiveSummary } from "@tribe/contract";
import { LiveBars } from "../../shared/live/LiveBars.tsx";
import { ListenButton } from "./ListenButton.tsx";
import { watchingWords } from "./words.ts";

/** Shown at the top of the chat during a live session, if the seats don't show it. */
export const LiveBar = ({ live }: { live: LiveSummary }) => (
  <section
    aria-label="Live"
    className="flex min-h-12 shrink-0 items-center gap-3 border-b border-line bg-ember-soft px-4 py-1.5 lg:px-5"
  >
    <span className="shrink-0 text-ember-text">
      <LiveBars />
    </span>
    <p className="min-w-0 flex-1 truncate text-sm">
      <span className="font-semibold">{live.title || "Live now"}</span>
      <span className="text-muted"> · {watchingWords(live.viewers)}</span>
    </p>
    <ListenButton mint={live.mint} />
  </section>
);
