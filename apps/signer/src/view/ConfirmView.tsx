// Why Confirm waits until each line was seen: docs/decisions/0097.
import { formatCost, formatExact } from "@tribe/domain/money";
import { confirmStates, feeIncluded, spendNames } from "@tribe/domain/words";
import { Button, TextField } from "@tribe/ui";
import { useRef, useState } from "react";
import {
  type ConfirmContent,
  type Intent,
  isConfirmable,
  type Screen,
  type SpendKind,
  type Words,
} from "../signing/screen.ts";
import { Panel } from "./Panel.tsx";
import { NoticeLines, Row, Word } from "./parts.tsx";
import { trusted } from "./trusted.ts";
import { type Obstacle, useArmed } from "./use-armed.ts";

interface ConfirmViewProps {
  readonly screen: Extract<Screen, { kind: "confirm" | "signing" }>;
  readonly act: (intent: Intent) => void;
  /** Asks the dialog around the frame to scroll to a part of it. */
  readonly reveal: (part: { readonly top: number; readonly height: number }) => void;
}

/** The content to sign, in our words and with the chain's names, and the two buttons. Names from the app are never shown. */
export const ConfirmView = ({ screen, act, reveal }: ConfirmViewProps) => {
  const { words, content, wallet } = screen;
  const details = useRef<HTMLDivElement>(null);
  // Only this part must be visible at once: the smallest screen has room for it.
  const end = useRef<HTMLDivElement>(null);
  const { isArmed, obstacle, unreadPart } = useArmed(details, end, content);
  const [typed, setTyped] = useState("");
  const [name, setName] = useState<string | null>(null);
  const isSigning = screen.kind === "signing";
  const mayConfirm = isArmed && isConfirmable(content, typed);
  const hasUnread = obstacle === "unread" && !isSigning && !content.isChecking;
  const showRest = () => {
    const part = unreadPart();
    if (part) reveal(part);
  };
  return (
    <Panel title={<Headline words={content.headline} />} wallet={wallet}>
      <div ref={details} className="flex flex-col gap-2">
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
        {content.moves.length > 0 ? (
          <dl className="flex flex-col">
            {content.moves.map((line) => (
              <Row key={line.label} line={line} large />
            ))}
          </dl>
        ) : null}
        <NoticeLines notices={content.notices} />
        {content.lines.length > 0 ? (
          <dl className="flex flex-col">
            {content.lines.map((line) => (
              <Row key={line.label} line={line} />
            ))}
          </dl>
        ) : null}
      </div>
      <div className="flex flex-col gap-2">
        {!content.asksForName || isSigning ? null : name === null ? (
          <Button variant="ghost" small className="-ml-3 self-start" onClick={() => setName("")}>
            Save this address
          </Button>
        ) : (
          <TextField
            label="Save this address as"
            hint="Only your wallet on this device keeps the name."
            autoComplete="off"
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        {content.typing === null || isSigning ? null : (
          <TextField
            label={content.typing.label}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <div ref={end} className="flex flex-col gap-2">
          {content.maxSpend === null ? null : (
            <WorstCase kind={content.spendKind} lamports={content.maxSpend} label={words.spendLabel ?? "Max Spend"} />
          )}
          <div className="flex gap-3">
            <Button className="flex-1" disabled={isSigning} onClick={trusted(() => act({ kind: "cancel" }))}>
              Cancel
            </Button>
            {hasUnread ? (
              <Button key="rest" variant="primary" className="flex-1" onClick={showRest}>
                Show the rest
              </Button>
            ) : (
              <Button
                key="confirm"
                variant="primary"
                className="flex-1"
                busy={isSigning}
                disabled={!isSigning && !mayConfirm}
                onClick={trusted(() => act({ kind: "confirm", typed, ...(name === null ? {} : { name }) }))}
              >
                {content.wait?.kind === "ask" ? "Ask, and wait" : "Confirm"}
              </Button>
            )}
          </div>
        </div>
        <p role="status" className="text-center text-xs text-muted empty:hidden">
          {statusOf(content, { isSigning, obstacle })}
        </p>
      </div>
    </Panel>
  );
};

/**
 * The worst case in plain words, and the specification's name of it below, in small. A limit is rounded up, with the exact figure
 * beside its name; an amount that is no limit is exact.
 */
const WorstCase = ({
  kind,
  lamports,
  label,
}: {
  readonly kind: SpendKind;
  readonly lamports: bigint;
  readonly label: string;
}) => {
  const exact = formatExact(lamports);
  const isRounded = kind === "most";
  return (
    <dl className="flex flex-col rounded-control bg-raised px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <dt className="flex-[1_1_6rem] text-sm font-medium">{spendNames[kind]}</dt>
        <dd className="ml-auto text-lg font-semibold whitespace-nowrap tabular-nums">
          {isRounded ? formatCost(lamports) : exact} SOL
        </dd>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-4 text-xs text-muted">
        <dt>
          {label}
          {kind === "leaves" ? feeIncluded : null}
        </dt>
        {isRounded ? <dd className="ml-auto whitespace-nowrap tabular-nums">{exact} SOL</dd> : null}
      </div>
    </dl>
  );
};

const statusOf = (
  content: ConfirmContent,
  { isSigning, obstacle }: { readonly isSigning: boolean; readonly obstacle: Obstacle | null },
): string | null => {
  if (isSigning) return confirmStates.signing;
  if (content.isChecking) return confirmStates.checking;
  switch (obstacle) {
    case "cut":
      return confirmStates.cut;
    case "covered":
      return confirmStates.covered;
    // The button says it already.
    case "unread":
    case null:
      return content.needsPasskey ? confirmStates.passkeyNext : null;
  }
};

/** The action, and its object on a line of its own: the token's name arrives later, and would push everything below it down. */
const Headline = ({ words: [act, ...what] }: { readonly words: readonly Words[] }) => (
  <>
    {act === undefined ? null : <Word word={act} />}
    {what.length === 0 ? null : (
      <span className="block">
        {what.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of one headline keep their places
          <Word key={index} word={word} />
        ))}
      </span>
    )}
  </>
);
