import { defaultGroupSize, minEntryThresholdUnits } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { Button } from "@tribe/ui";
import type { ReactNode } from "react";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { CurveDrawing, LadderDrawing, SeatsDrawing } from "./drawings.tsx";

const points: readonly { readonly drawing: ReactNode; readonly title: string; readonly text: string }[] = [
  {
    drawing: <SeatsDrawing />,
    title: `A private chat for the creator's ${defaultGroupSize} biggest holders`,
    text: `A Tribe is a token-gated alpha channel around one creator, the Chief, with ${defaultGroupSize} members by default.`,
  },
  {
    drawing: <CurveDrawing />,
    title: "Buy the minimum to enter",
    text: `Each Tribe has a token. Each purchase raises its price, each sale lowers it. You need at least ${formatAmount(minEntryThresholdUnits)}; see the token page for how many it takes today.`,
  },
  {
    drawing: <LadderDrawing />,
    title: "Stay a top holder",
    text: "You must be among the top holders to stay in the chat: someone who holds more can take the last seat. Your tokens stay yours. Keep them, add to them, or sell.",
  },
];

/** The info dialog; the end of onboarding, with 'Enter the app'. */
export const TextDialog = ({ title, isOnboarding }: DialogPropsByName["text"]) => {
  const close = useCloseThisDialog();
  return (
    <DialogFrame title={title}>
      <ol className="flex flex-col gap-6">
        {points.map(({ drawing, title: point, text }) => (
          <li key={point} className="flex items-center gap-4">
            <span
              aria-hidden
              className="relative flex h-18 w-20 shrink-0 items-center justify-center overflow-hidden rounded-card bg-bg min-[390px]:w-28"
            >
              {drawing}
            </span>
            <div className="min-w-0">
              <p className="font-semibold text-balance">{point}</p>
              <p className="mt-0.5 text-sm text-muted text-pretty">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Button variant="primary" className="mt-6 min-h-12 w-full" onClick={close}>
        {isOnboarding ? "Enter the app" : "OK"}
      </Button>
      <p className="mt-3 text-center text-xs text-muted">Nothing is bought until you say so.</p>
    </DialogFrame>
  );
};
