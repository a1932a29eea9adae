import { quotableText } from "@tribe/domain/people";
import { confirmNotices, stepUpTexts } from "@tribe/domain/words";
import { dateTime } from "../date-time.ts";
import type { ConfirmContent, ConfirmLine, Notice } from "../signing/screen.ts";
import { type Handle, handleLine } from "./handle.ts";
import type { Judgement, StepUp } from "./send-ledger.ts";
import type { SendWaiting } from "./send-wait.ts";

const word = "send";

/** The second step beyond a press: a passkey if one is active, else a day's wait. */
export type StepUpBy = { readonly kind: "passkey" } | { readonly kind: "wait"; readonly wait: SendWaiting };

/** Adds to a transfer what this device knows of its recipient, and what is needed to confirm it. */
export const withJudgement = (
  content: ConfirmContent,
  judgement: Judgement,
  { handle, by }: { readonly handle: Handle | null; readonly by: StepUpBy },
): ConfirmContent => {
  const { doubt, known, stepUp } = judgement;
  const reason = stepUp === null ? null : stepUpTexts[stepUp];
  return withStepUp(
    {
      ...content,
      lines: [...recipientLines(judgement, handle), ...content.lines],
      notices: [...noticesOf(judgement), ...content.notices],
      // A likely mistake must be confirmed by typing, so that it is read, whatever else is needed.
      typing: doubt === null ? content.typing : { word, label: `Type “${word}” to send it all the same` },
      asksForName: known?.name == null,
    },
    reason,
    by,
  );
};

/** Adds to a purchase what is needed to confirm it. */
export const withPurchase = (content: ConfirmContent, stepUp: StepUp | null, by: StepUpBy): ConfirmContent =>
  withStepUp(content, stepUp === null ? null : stepUpTexts.purchase, by);

const withStepUp = (content: ConfirmContent, reason: string | null, by: StepUpBy): ConfirmContent => {
  if (reason === null) return content;
  const text = by.kind === "passkey" ? reason : `${reason} ${waitText(by.wait)}`;
  const isDanger = ({ tone }: Notice): boolean => tone === "danger";
  const { notices } = content;
  const others = notices.filter((notice) => !isDanger(notice));
  return {
    ...content,
    notices: [...notices.filter(isDanger), { tone: "warning", text }, ...others],
    ...(by.kind === "passkey" ? { needsPasskey: true } : { wait: by.wait }),
  };
};

const waitText = (wait: SendWaiting): string => {
  switch (wait.kind) {
    case "ask":
      return stepUpTexts.waitFirst;
    case "waiting":
      return stepUpTexts.waitUntil(dateTime(wait.readyAt));
    case "over":
      return stepUpTexts.waitOver;
  }
};

const recipientLines = ({ known }: Judgement, handle: Handle | null): ConfirmLine[] => [
  ...(known?.name ? [{ label: "You call them", value: { quoted: quotableText(known.name) } }] : []),
  ...(handle ? [handleLine(handle)] : []),
  ...(known ? [{ label: "Sent to before", value: known.sends === 1 ? "once" : `${known.sends} times` }] : []),
];

const noticesOf = ({ isFirst, lookalike, before }: Judgement): Notice[] => [
  ...(lookalike
    ? [
        {
          tone: "danger",
          text: confirmNotices.lookalike(lookalike.name ? quotableText(lookalike.name) : null, lookalike.address),
        } as const,
      ]
    : []),
  ...(before
    ? [
        {
          tone: "danger",
          text: confirmNotices.otherAddressBefore(quotableText(before.handle ?? ""), before.address),
        } as const,
      ]
    : []),
  ...(isFirst ? [{ tone: "note", text: confirmNotices.firstSend } as const] : []),
];
