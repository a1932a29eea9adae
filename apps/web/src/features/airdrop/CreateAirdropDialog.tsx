import { useQuery } from "@tanstack/react-query";
import { appFailure } from "@tribe/domain/words";
import { Loading, Skeleton } from "@tribe/ui";
import { useState } from "react";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { useToken } from "../../shared/queries/token.ts";
import { AirdropRun } from "./AirdropRun.tsx";
import { existingAirdropQuery } from "./airdrop-queries.ts";
import { type AirdropStep, firstStep, stepAfterPause } from "./airdrop-step.ts";
import { ExistingAirdrop } from "./ExistingAirdrop.tsx";
import { emptyAirdrop, SelectToken } from "./SelectToken.tsx";

/** A Chief gives away tokens that they hold: to themselves, the members and the holders. */
export const CreateAirdropDialog = ({ mint }: DialogPropsByName["createAirdrop"]) => {
  const [step, setStep] = useState<AirdropStep>(firstStep);
  // Here, because a dialog is drawn anew when the screen turns from narrow to wide.
  const [draft, setDraft] = useState(emptyAirdrop);
  const existing = useQuery({ ...existingAirdropQuery(mint), enabled: step.kind === "begin" });
  const token = useToken(mint);
  const again = async () => setStep(stepAfterPause(await existing.refetch(), attempt));
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
          onResume={() => setStep({ kind: "run", task: open, isResumed: true, attempt: 0 })}
          onEnded={() => setStep({ kind: "select" })}
        />
      ) : token.data && (step.kind === "select" || existing.data === null) ? (
        <SelectToken
          notice={step.kind === "begin" && step.isGone ? <NothingToResume /> : null}
          tribe={token.data}
          draft={draft}
          onDraft={setDraft}
          onCreated={(task) => setStep({ kind: "run", task, isResumed: false, attempt: 0 })}
          onExisting={() => {
            setStep(firstStep);
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

const NothingToResume = () => {
  const { title, cause, nextStep } = appFailure("airdrop_missing");
  return (
    <p role="status" className="rounded-control bg-raised p-4 text-sm">
      <strong>{title}.</strong> {cause} {nextStep}
    </p>
  );
};
