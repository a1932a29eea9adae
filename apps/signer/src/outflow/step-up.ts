import type { SpendStatement } from "@tribe/contract";
import { stepUpTexts } from "@tribe/domain/words";
import { dateTime } from "../date-time.ts";
import { sol } from "../signing/lines.ts";
import type { ConfirmContent, Notice, SpendWait } from "../signing/screen.ts";

/** Adds to a content what the judgement asks for: a passkey over exactly this where there is one, else a day's wait. */
export const withStepUp = (
  content: ConfirmContent,
  { judgement }: Pick<SpendStatement, "judgement">,
  canTouch: boolean,
): ConfirmContent => {
  switch (judgement.kind) {
    case "free":
    case "allowed":
      return content;
    case "waited":
      return { ...content, notices: withWarning(content.notices, stepUpTexts.waitOver) };
    case "stepUp": {
      const left = BigInt(judgement.left);
      const reason =
        judgement.reason === "worth" ? stepUpTexts.worth : stepUpTexts.allowance(left === 0n ? null : sol(left));
      if (canTouch) return { ...content, notices: withWarning(content.notices, reason), needsPasskey: true };
      const wait: SpendWait =
        judgement.readyAt === null ? { kind: "ask" } : { kind: "waiting", readyAt: judgement.readyAt };
      return { ...content, notices: withWarning(content.notices, `${reason} ${waitText(wait)}`), wait };
    }
  }
};

const waitText = (wait: SpendWait): string =>
  wait.kind === "ask" ? stepUpTexts.waitFirst : stepUpTexts.waitUntil(dateTime(wait.readyAt));

const isDanger = ({ tone }: Notice): boolean => tone === "danger";

/** After the dangers, before what is only noted. */
const withWarning = (notices: readonly Notice[], text: string): readonly Notice[] => [
  ...notices.filter(isDanger),
  { tone: "warning", text },
  ...notices.filter((notice) => !isDanger(notice)),
];
