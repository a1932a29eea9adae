import { shortenAddress } from "@tribe/domain/money";
import { bandOf } from "@tribe/ui/band";
import { type ReactNode, useEffect, useRef } from "react";

interface PanelProps {
  /** Announced as the panel's name. */
  readonly title: ReactNode;
  /** The wallet that asks; null before one exists. */
  readonly wallet?: string | null;
  readonly children: ReactNode;
}

/**
 * One view of the frame: a box that looks like nothing in the app, with a band in the wallet's own colours. Its title takes the
 * focus when it appears, so that it is announced and keys work.
 */
export const Panel = ({ title, wallet = null, children }: PanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section
      aria-labelledby="title"
      className="overflow-hidden rounded-card border border-line-strong bg-bg in-data-[window=own]:bg-surface"
    >
      {wallet === null ? null : (
        <>
          <div aria-hidden className="h-2" style={{ backgroundImage: bandOf(wallet) }} />
          <p className="flex items-baseline justify-between gap-4 px-3 pt-2 text-xs text-muted in-data-[window=own]:px-4">
            <span>Secured by your wallet</span>
            <span className="tabular-nums" title={wallet}>
              {shortenAddress(wallet)}
            </span>
          </p>
        </>
      )}
      <div className="flex flex-col gap-2 p-3 pt-2 in-data-[window=own]:p-4">
        <h1
          id="title"
          ref={heading}
          tabIndex={-1}
          className="text-lg font-semibold text-balance break-words outline-none"
        >
          {title}
        </h1>
        {children}
      </div>
    </section>
  );
};
