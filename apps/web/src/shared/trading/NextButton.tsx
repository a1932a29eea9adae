import { Button } from "@tribe/ui";
import { memo } from "react";

/** Next, in sight however long the form is. */
export const NextButton = memo(function NextButton({ disabled }: { disabled: boolean }) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 rounded-b-card bg-surface px-5 pt-2 pb-5">
      <Button look="main" type="submit" disabled={disabled} className="w-full">
        Next
      </Button>
    </div>
  );
});
