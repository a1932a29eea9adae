import { Button } from "@tribe/ui";
import { memo } from "react";

/** What sends the form, in sight however long that is. */
export const NextButton = memo(function NextButton({
  disabled,
  label = "Next",
}: {
  disabled: boolean;
  label?: string;
}) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 rounded-b-card bg-surface px-5 pt-2 pb-5">
      <Button look="main" type="submit" disabled={disabled} className="w-full">
        {label}
      </Button>
    </div>
  );
});
