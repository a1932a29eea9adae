import { Button } from "@tribe/ui";
import { memo } from "react";

/** The form's submit button, visible however long the form is. */
export const NextButton = memo(function NextButton({
  disabled,
  busy = false,
  label = "Next",
  note = null,
}: {
  disabled: boolean;
  /** Whether the submitted request is in progress. */
  busy?: boolean;
  label?: string;
  /** The result of the trade in one line; empty while unknown, so that the line keeps its place. */
  note?: string | null;
}) {
  return (
    <div className="next-fades sticky -bottom-5 -mx-5 -mb-5 rounded-b-card px-5 pb-5 [--ground:var(--tribe-surface)]">
      <Button variant="primary" type="submit" disabled={disabled} busy={busy} className="w-full">
        {label}
      </Button>
      {note === null ? null : <p className="pt-3 text-center text-xs text-muted">{note || "\u00a0"}</p>}
    </div>
  );
});
