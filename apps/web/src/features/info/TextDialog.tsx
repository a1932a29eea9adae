import { defaultGroupSize, minEntryThresholdUnits } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { Button } from "@tribe/ui";
import { Coins, DoorOpen, Trophy } from "lucide-react";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";

const points = [
  {
    icon: DoorOpen,
    title: "A Tribe is a token-gated alpha channel",
    text: `A private chat around one creator, the Chief, with ${defaultGroupSize} members by default.`,
  },
  {
    icon: Coins,
    title: "Buy the minimum to enter",
    text: `You need a minimum number of the creator's tokens, from ${formatAmount(minEntryThresholdUnits)} on. The token page says how many it takes now.`,
  },
  {
    icon: Trophy,
    title: "Stay a top holder",
    text: "You must be among the top holders to stay in the chat. Someone who holds more can take the last seat; your tokens stay yours.",
  },
] as const;

/** The info dialog; the end of onboarding, with 'Enter the app'. */
export const TextDialog = ({ title, isOnboarding }: DialogPropsByName["text"]) => {
  const close = useCloseThisDialog();
  return (
    <DialogFrame title={title}>
      <ol className="flex flex-col gap-5">
        {points.map(({ icon: Icon, title: point, text }) => (
          <li key={point} className="flex gap-4">
            <span
              aria-hidden
              className="flex size-10 shrink-0 items-center justify-center rounded-full bg-ember-soft text-ember-text"
            >
              <Icon size={20} />
            </span>
            <div>
              <p className="font-medium">{point}</p>
              <p className="text-sm text-muted text-pretty">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Button look="main" className="mt-6 w-full" onClick={close}>
        {isOnboarding ? "Enter the app" : "OK"}
      </Button>
    </DialogFrame>
  );
};
