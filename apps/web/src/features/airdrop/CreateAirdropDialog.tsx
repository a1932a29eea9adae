import { useQuery } from "@tanstack/react-query";
import { appFailure } from "@tribe/domain/words";
import { Loading, Skeleton } from "@tribe/ui";
import { useState } from "react";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { toast } from "../../shared/notices/toast.ts";
import { useToken } from "../../shared/queries/token.ts";
import { AirdropRun } from "./AirdropRun.tsx";
import { type AirdropTask, existingAirdropQuery } from "./airdrop-queries.ts";
import { ExistingAirdrop } from "./ExistingAirdrop.tsx";
import { emptyAirdrop, SelectToken } from "./SelectToken.tsx";

/** The dialog's step; `AirdropRun` has Confirm, Processing and Success. */
type Step =
  /** An unfinished airdrop, if there is one; otherwise the selection. */
  | { readonly kind: "begin" }
  | { readonly kind: "select" }
  | { readonly kind: "run"; readonly task: AirdropTask; readonly isResumed: boolean; readonly attempt: number };

/** A Chief distributes tokens that they hold to themselves, the members and the holders. */
export const CreateAirdropDialog = ({ mint }: DialogPropsByName["createAirdrop"]) => {
  const [step, setStep] = useState<Step>({ kind: "begin" });
  // Kept here, because the dialog's content is mounted again when the screen changes between narrow and wide.
  const [draft, setDraft] = useState(emptyAirdrop);
  const existing = useQuery({ ...existingAirdropQuery(mint), enabled: step.kind === "begin" });
  const token = useToken(mint);
  const again = async () => {
    const { data, isSuccess } = await existing.refetch();
    // Another page has completed or ended it.
    if (isSuccess && data === null) {
      const { title, cause, nextStep } = appFailure("airdrop_missing");
      toast.error(title, { description: `${cause} ${nextStep}` });
    }
    setStep(data ? { kind: "run", task: data, isResumed: true, attempt: attempt + 1 } : { kind: "begin" });
  };
  const attempt = step.kind === "run" ? step.attempt : 0;
  if (step.kind === "run")
    return <AirdropRun key={attempt} task={step.task} isResumed={step.isResumed} onAgain={() => void again()} />;
  const open = step.kind === "begin" ? existing.data : null;
  const failed = (step.kind === "begin" ? existing.error : null) ?? token.error;
  return (
    <DialogFrame
      title="Create airdrop"
      description={open ? undefined : "They claim it here and pay nothing until then. You sign once."}
    >
      {failed ? (
        <QueryError
          error={failed}
          onRetry={() => {
            void existing.refetch();
            void token.refetch();
          }}
        />
      ) : open ? (
        <ExistingAirdrop
          task={open}
          hasMigrated={token.data ? token.data.newMint !== null : false}
          onResume={() => setStep({ kind: "run", task: open, isResumed: true, attempt: 0 })}
          onEnded={() => setStep({ kind: "select" })}
        />
      ) : token.data && (step.kind === "select" || existing.data === null) ? (
        <SelectToken
          tribe={token.data}
          draft={draft}
          onDraft={setDraft}
          onCreated={(task) => setStep({ kind: "run", task, isResumed: false, attempt: 0 })}
          onExisting={() => {
            setStep({ kind: "begin" });
            void existing.refetch();
          }}
        />
      ) : (
        <Loading label="Loading">
          <Skeleton className="h-64" />
        </Loading>
      )}
    </DialogFrame>
  );
};
