import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { classes } from "./classes.ts";
import { TriangleAlert } from "./icons/index.ts";

export interface ErrorPanelProps {
  /** What happened, in a few words. */
  title: string;
  /** Why, and what became of the person's money. */
  cause?: string;
  /** What to do now. */
  nextStep?: string;
  /** Label of the main button; 'OK' unless another step is obvious. */
  action?: string;
  onAction: () => void;
  /** Dismisses the panel: adds an 'OK' beside another `action`. */
  onLeave?: () => void;
  /** The button's action is running. */
  busy?: boolean;
  /** A part of a screen with its own main action: the button is then secondary. */
  isPart?: boolean;
  /** `h1` when it is the page's only content. */
  heading?: "h1" | "p";
  /** The panel is taller than its text: the text is centred, the buttons are at the foot. */
  fills?: boolean;
  /** Shown under the buttons, such as the failure's code; with `fills`, under the text. */
  footer?: ReactNode;
}

/**
 * What happened, why, what to do, one button, and OK if that is another step. Announced at once. Shows the texts of the failure
 * catalogue as they are.
 */
export const ErrorPanel = ({
  title,
  cause,
  nextStep,
  action = "OK",
  onAction,
  onLeave,
  busy = false,
  isPart = false,
  heading: Heading = "p",
  fills = false,
  footer,
}: ErrorPanelProps) => (
  <div className={classes("flex flex-col items-center gap-4 text-center", fills ? "fills-room" : "px-4 py-8")}>
    <span className="rounded-full bg-down-soft p-3 text-down">
      <TriangleAlert aria-hidden size={24} />
    </span>
    <div role="alert" className="flex flex-col gap-1 text-sm text-pretty break-words">
      <Heading className="font-display text-lg font-semibold text-balance">{title}</Heading>
      {cause && <p className="text-muted">{cause}</p>}
      {nextStep && <p>{nextStep}</p>}
    </div>
    {fills ? footer : null}
    <div
      className={classes(
        "flex flex-wrap justify-center gap-2 *:min-w-32",
        // Visible however long the details are.
        fills &&
          "next-fades sticky -bottom-5 -mx-5 -mb-5 w-auto! self-stretch rounded-b-card px-5 pb-5 [--ground:var(--tribe-surface)]",
      )}
    >
      <Button variant={isPart ? "secondary" : "primary"} busy={busy} onClick={onAction}>
        {action}
      </Button>
      {onLeave && <Button onClick={onLeave}>OK</Button>}
    </div>
    {fills ? null : footer}
  </div>
);
