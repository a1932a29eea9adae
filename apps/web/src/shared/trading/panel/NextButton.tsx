import { Button } from "@tribe/ui";
import { memo } from "react";

/** What sends the form, in sight however long that is. */
export const NextButton = memo(function NextButton({
  disabled,
  busy = false,
  label = "Next",
  note = null,
}: {
  disabled: boolean;
  /** What it sends is on its way. */
  busy?: boolean;
  label?: string;
  /** What comes of it, in one line; empty while it isn't known yet, so that the line keeps its place. */
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
