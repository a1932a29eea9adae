import type { TokenProfile } from "@tribe/contract";
import { Button, Skeleton } from "@tribe/ui";
import { openEntry, openJoin, openTrade } from "../../shared/flow/openers.ts";
import { dialogTokenOf } from "../../shared/tokens/token-facts.ts";
import { MovingNotice } from "./MovingNotice.tsx";
import type { NextStep } from "./next-step.ts";

/** The button for the next step towards a seat. Renders nothing for a person with one. */
export const NextStepButton = ({
  token,
  step,
  isPlain = false,
}: {
  token: TokenProfile;
  step: NextStep;
  /** Whether another button is the screen's primary one. */
  isPlain?: boolean;
}) => {
  const input = dialogTokenOf(token);
  const variant = isPlain ? "secondary" : "primary";
  switch (step.kind) {
    case "unknown":
      return <Skeleton className="h-11 flex-1" />;
    case "inside":
      return null;
    case "blocked":
      return (
        <Button className="flex-1" onClick={() => openTrade(input, "sell")}>
          Sell
        </Button>
      );
    case "moving":
      return <MovingNotice />;
    case "outOfReach":
      return <p className="flex-1 self-center text-sm text-muted">{step.words}</p>;
    case "join":
      return (
        <Button variant={variant} className="flex-1" onClick={() => openJoin(input)}>
          {step.label}
        </Button>
      );
    case "buy":
      return (
        <Button
          variant={variant}
          className="min-w-0 flex-1 px-2! leading-5 max-[419px]:text-sm"
          onClick={() => openEntry(input)}
        >
          {step.label}
        </Button>
      );
  }
};
