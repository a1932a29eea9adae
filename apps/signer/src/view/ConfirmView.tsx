import { formatExact } from "@tribe/domain";
import { Button } from "@tribe/ui";
import { useRef } from "react";
import type { Intent, Screen } from "../signing/screen.ts";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";
import { useArmed } from "./use-armed.ts";

interface ConfirmViewProps {
  readonly screen: Extract<Screen, { kind: "confirm" | "signing" }>;
  readonly act: (intent: Intent) => void;
}

/** What will be signed, in our words, and the two buttons. The app's words are marked as the app's. */
export const ConfirmView = ({ screen, act }: ConfirmViewProps) => {
  const { words, content } = screen;
  const details = useRef<HTMLDivElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const { isArmed, isCovered } = useArmed(details, actions);
  const isSigning = screen.kind === "signing";
  return (
    <Panel title={content.headline}>
      <div ref={details} className="flex flex-col gap-3">
        {words.description ? (
          <p data-line className="text-sm text-muted break-words">
            The page says: {words.description}
          </p>
        ) : null}
        {content.text === undefined ? null : (
          <textarea
            data-line
            readOnly
            aria-label="Message"
            rows={Math.min(12, Math.max(6, content.text.split("\n").length))}
            value={content.text}
            className="resize-none overflow-y-auto rounded-control bg-raised p-3 text-sm break-words"
          />
        )}
        {content.lines.length > 0 ? (
          <dl className="flex flex-col">
            {content.lines.map((line) => (
              <div
                key={line.label}
                data-line
                className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0"
              >
                <dt className="max-w-3/5 shrink-0 text-sm text-muted">{line.label}</dt>
                <dd className="text-right text-sm tabular-nums break-words" title={line.exact}>
                  {line.value}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
      <div ref={actions} className="flex flex-col gap-3">
        {content.maxSpend === null ? null : (
          <p className="flex flex-wrap items-baseline gap-x-4 rounded-control bg-raised px-3 py-2">
            <span className="text-sm font-medium whitespace-nowrap">{words.spendLabel ?? "Max Spend"}</span>
            <span className="ml-auto text-lg font-semibold whitespace-nowrap tabular-nums">
              {formatExact(content.maxSpend)} SOL
            </span>
          </p>
        )}
        <div className="flex gap-3">
          <Button className="flex-1" disabled={isSigning} onClick={trusted(() => act({ kind: "cancel" }))}>
            Cancel
          </Button>
          <Button
            look="main"
            className="flex-1"
            busy={isSigning}
            disabled={!isSigning && !isArmed}
            onClick={trusted(() => act({ kind: "confirm" }))}
          >
            Confirm
          </Button>
        </div>
        <p role="status" className="text-center text-xs text-muted empty:hidden">
          {isSigning
            ? "Processing..."
            : isCovered
              ? "Make this whole box visible to confirm"
              : "Only your wallet draws this box"}
        </p>
      </div>
    </Panel>
  );
};
