import { useMutation } from "@tanstack/react-query";
import { Button } from "@tribe/ui";
import { wordsOf } from "../../shared/api/errors.ts";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";

/** Asks for confirmation of an action that can't be undone. If the action fails, it stays open with the reason. */
export const ConfirmDialog = ({
  title,
  description,
  confirmLabel,
  isDanger,
  onConfirm,
  onSuccess,
}: DialogPropsByName["confirm"]) => {
  const close = useCloseThisDialog();
  const run = useMutation({
    mutationFn: async () => onConfirm(),
    onSuccess: () => {
      close();
      onSuccess();
    },
  });
  return (
    <DialogFrame title={title} description={description} busy={run.isPending}>
      {run.error ? (
        <p role="alert" className="mb-3 text-sm text-down">
          {wordsOf(run.error).title}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" disabled={run.isPending} onClick={close}>
          Cancel
        </Button>
        <Button variant={isDanger ? "danger" : "primary"} busy={run.isPending} onClick={() => run.mutate()}>
          {confirmLabel}
        </Button>
      </div>
    </DialogFrame>
  );
};
