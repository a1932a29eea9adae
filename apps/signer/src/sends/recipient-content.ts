import { quotableText } from "@tribe/domain/people";
import { confirmNotices } from "@tribe/domain/words";
import type { ConfirmContent, ConfirmLine, Notice } from "../signing/screen.ts";
import { type Handle, handleLine } from "./handle.ts";
import type { RecipientJudgement } from "./known-recipients.ts";

const word = "send";

/** Adds to a transfer what is known of its recipient. */
export const withRecipient = (
  content: ConfirmContent,
  judgement: RecipientJudgement,
  handle: Handle | null,
): ConfirmContent => {
  const { doubt, known } = judgement;
  return {
    ...content,
    lines: [...recipientLines(judgement, handle), ...content.lines],
    notices: [...noticesOf(judgement), ...content.notices],
    // A likely mistake must be confirmed by typing, so that it is read, whatever else is needed.
    typing: doubt === null ? content.typing : { word, label: `Type “${word}” to send it all the same` },
    asksForName: known?.name == null,
  };
};

const recipientLines = ({ known }: RecipientJudgement, handle: Handle | null): ConfirmLine[] => [
  ...(known?.name ? [{ label: "You call them", value: { quoted: quotableText(known.name) } }] : []),
  ...(handle ? [handleLine(handle)] : []),
  ...(known ? [{ label: "Sent to before", value: known.sends === 1 ? "once" : `${known.sends} times` }] : []),
];

const noticesOf = ({ isFirst, lookalike, before }: RecipientJudgement): Notice[] => [
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
