import { useMutation } from "@tanstack/react-query";
import { type ReportReason, reportReasons, routes } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { chatTexts } from "@tribe/domain/words";
import { Button, TextArea } from "@tribe/ui";
import { useId, useState } from "react";
import { api } from "../../../../shared/api/api.ts";
import { wordsOf } from "../../../../shared/api/errors.ts";
import { DialogFrame } from "../../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../../shared/dialogs/names.ts";
import { toast } from "../../../../shared/notices/toast.ts";

const labels: Record<ReportReason, { readonly name: string; readonly note: string }> = {
  spam: { name: "Spam", note: "Advertising, scams, the same thing over and over" },
  impersonation: { name: "Impersonation", note: "Pretends to be somebody else" },
  inappropriate: { name: "Inappropriate", note: "Hate, threats, harm, or not fit for people" },
  other: { name: "Other", note: "Something else; tell us below" },
};
const noteMax = 500;

/** Reports a message to the operators for one of four reasons. */
export const ReportMessageDialog = ({ mint, messageId, author }: DialogPropsByName["reportMessage"]) => {
  const close = useCloseThisDialog();
  const id = useId();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const noteId = useId();
  const [note, setNote] = useState("");
  const report = useMutation({
    mutationFn: async (why: ReportReason) => {
      const trimmed = note.trim();
      await api(routes.chat.report, { body: { mint, messageId, reason: why, ...(trimmed ? { note: trimmed } : {}) } });
    },
    onSuccess: () => {
      close();
      toast.success(chatTexts.reported);
    },
  });
  return (
    <DialogFrame
      title="Report message"
      description={`Only we see your report; ${isolated(author)} isn't told.`}
      busy={report.isPending}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason) report.mutate(reason);
        }}
      >
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 text-sm font-medium text-muted">Why</legend>
          {reportReasons.map((one) => (
            <label
              key={one}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-2 py-1 hover:bg-raised has-checked:bg-raised"
            >
              <input
                type="radio"
                name={`${id}-reason`}
                value={one}
                checked={reason === one}
                onChange={() => setReason(one)}
                className="size-5 accent-ember"
              />
              <span className="flex flex-col">
                <span className="text-sm font-medium">{labels[one].name}</span>
                <span className="text-xs text-muted">{labels[one].note}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="flex flex-col gap-1">
          <label htmlFor={noteId} className="text-sm font-medium text-muted">
            Anything to add
          </label>
          <TextArea
            id={noteId}
            rows={2}
            maxLength={noteMax}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className="min-h-16 rounded-control border border-line-strong bg-bg px-3 py-2 text-base"
          />
        </div>
        {report.error ? (
          <p role="alert" className="text-sm text-down">
            {wordsOf(report.error).title}
          </p>
        ) : null}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" disabled={report.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={reason === null} busy={report.isPending}>
            Report
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
};
