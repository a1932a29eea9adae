import { quotableText } from "@tribe/domain/people";
import type { ConfirmContent, ConfirmLine, Notice } from "../signing/screen.ts";
import type { Judgement, StepUp } from "./send-ledger.ts";

/** Who Tribe says that an address belongs to. */
export interface Person {
  readonly displayName: string;
  readonly handle: string | null;
}

const word = "send";

/** Where a passkey's touch takes the place of the typed word. What looks like a mistake is typed all the same. */
const byTouch: ReadonlySet<StepUp | null> = new Set<StepUp>(["tokens", "allowance"]);

/**
 * Adds to a transfer what this device knows of its recipient, and what it takes to confirm it.
 * @param canTouch whether the person has a passkey that counts
 */
export const withJudgement = (
  content: ConfirmContent,
  judgement: Judgement,
  { person, canTouch }: { readonly person: Person | null; readonly canTouch: boolean },
): ConfirmContent => ({
  ...content,
  lines: [...recipientLines(judgement, person), ...content.lines],
  notices: [...noticesOf(judgement), ...content.notices],
  ...(canTouch && byTouch.has(judgement.stepUp)
    ? { needsPasskey: true }
    : {
        typing: judgement.stepUp === null ? content.typing : { word, label: `Type “${word}” to send it all the same` },
      }),
  asksForName: judgement.known?.name == null,
});

const recipientLines = ({ known }: Judgement, person: Person | null): ConfirmLine[] => [
  ...(known?.name ? [{ label: "You call them", value: { quoted: quotableText(known.name) } }] : []),
  ...(person ? [{ label: "On Tribe", value: { quoted: quotableText(namesOf(person)) } }] : []),
  ...(known ? [{ label: "Sent to before", value: known.sends === 1 ? "once" : `${known.sends} times` }] : []),
];

const namesOf = ({ displayName, handle }: Person): string => (handle ? `${displayName} @${handle}` : displayName);

const reasons: Record<StepUp, string | null> = {
  // Said by a notice of its own.
  lookalike: null,
  handle_moved: null,
  tokens: "Tokens to a new address can't be called back. Check all of it.",
  allowance: "This is more than 5 SOL in a day to new addresses. Check all of it.",
};

const noticesOf = ({ isFirst, lookalike, before, stepUp }: Judgement): Notice[] => {
  const reason = stepUp === null ? null : reasons[stepUp];
  return [
    ...(lookalike
      ? [
          {
            tone: "danger",
            text: `This is not ${lookalike.name ? `“${quotableText(lookalike.name)}”` : "the address you know"}. It begins and ends like ${lookalike.address}, and is another one.`,
          } as const,
        ]
      : []),
    ...(before
      ? [
          {
            tone: "danger",
            text: `@${quotableText(before.handle ?? "")} had another address when you sent there before: ${before.address}.`,
          } as const,
        ]
      : []),
    ...(reason ? [{ tone: "warning", text: reason } as const] : []),
    ...(isFirst ? [{ tone: "note", text: "First time: you never sent to this address from here." } as const] : []),
  ];
};
