import { useQueryClient } from "@tanstack/react-query";
import { texts } from "@tribe/domain/words";
import { CloudOff, FlaskConical, Hammer } from "@tribe/ui/icons";
import { Suspense, useSyncExternalStore } from "react";
import { LiveElsewhere } from "../../features/live/index.ts";
import { liveHere } from "../../shared/live/lives.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { useStore } from "../../shared/state/store.ts";
import { useIsOnline } from "../../shared/state/use-online.ts";
import { clockTime } from "../../shared/time/clock.ts";

/** Slim bars above the page: local mode with its stand-ins, a system pause, no connection. */
export const Banners = () => {
  const config = useConfig();
  const isOnline = useIsOnline();
  const live = useStore(liveHere);
  const local = config?.localMode;
  return (
    <>
      {local ? (
        <aside
          aria-label="Local mode"
          className="flex shrink-0 items-center gap-x-2 bg-raised px-4 text-xs text-muted sm:gap-x-3"
        >
          <FlaskConical aria-hidden size={14} className="shrink-0" />
          <span className="font-medium text-text">
            Local<span className="max-sm:hidden"> mode</span>
          </span>
          <span className="flex-1" />
          <LocalLink href={local.mailUrl}>Inbox</LocalLink>
          <LocalLink href={local.xUrl}>X</LocalLink>
          <LocalLink href={local.googleUrl}>Google</LocalLink>
          <LocalLink href={local.farcasterUrl}>Farcaster</LocalLink>
          <LocalLink href={local.cardUrl}>Card</LocalLink>
        </aside>
      ) : null}
      {config?.isSystemPaused ? (
        <div role="status" className="flex shrink-0 items-center gap-2 bg-ember-soft px-4 py-2 text-sm">
          <Hammer aria-hidden size={16} className="shrink-0 text-ember-text" />
          {config.isServerPaused ? texts.systemPausedRefusal : texts.systemPaused}
        </div>
      ) : null}
      {isOnline ? null : <Offline />}
      {live === null ? null : (
        <Suspense>
          <LiveElsewhere mint={live} />
        </Suspense>
      )}
    </>
  );
};

/** Says that there is no network, and how old the shown data may be. */
const Offline = () => {
  const answers = useQueryClient().getQueryCache();
  const seenAt = useSyncExternalStore(
    (notify) => answers.subscribe(notify),
    () => Math.max(0, ...answers.getAll().map(({ state }) => state.dataUpdatedAt)),
  );
  return (
    <div role="status" className="flex shrink-0 items-center gap-2 bg-down-soft px-4 py-2 text-sm">
      <CloudOff aria-hidden size={16} className="shrink-0 text-down" />
      <p>
        You're offline. We'll refresh when you reconnect.
        {seenAt > 0 ? <span className="text-muted"> Last updated {clockTime(seenAt)}.</span> : null}
      </p>
    </div>
  );
};

const LocalLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="flex min-h-7 items-center px-1 underline underline-offset-2 hover:text-text pointer-coarse:min-h-11"
  >
    {children}
  </a>
);
