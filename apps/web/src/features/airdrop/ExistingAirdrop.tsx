import { useMutation, useQuery } from "@tanstack/react-query";
import { airdropState, routes } from "@tribe/contract";
import { airdropLabel } from "@tribe/domain/airdrop";
import { appFailure } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { useEffect, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { toast } from "../../shared/notices/toast.ts";
import { type AirdropTask, airdropStatusQuery } from "./airdrop-queries.ts";
import { ProgressBar } from "./ProgressBar.tsx";
import { airdropProgress } from "./run-airdrop.ts";
import { showUnits } from "./token-amounts.ts";

const named = ({ symbol, name }: AirdropTask): string => symbol ?? name ?? "tokens";

/** An airdrop that is on its way: to go on with, or to end before a new one. */
export const ExistingAirdrop = ({
  task,
  onResume,
  onEnded,
}: {
  task: AirdropTask;
  onResume: () => void;
  onEnded: () => void;
}) => {
  const [isSure, setIsSure] = useState(false);
  const status = useQuery(airdropStatusQuery(task.id));
  const end = useMutation({
    mutationFn: () => api(routes.airdrop.terminate, { body: { taskId: task.id } }),
    onSuccess: () => void status.refetch(),
  });
  const now = status.data;
  const isEnding = task.isEnding || (now?.isEnding ?? false);
  const state = now?.state ?? task.state;
  const isOver = state !== airdropState.pending;
  const paid = now?.paidRecipients ?? 0;
  useEffect(() => {
    if (!isOver) return;
    toast(`${airdropLabel(state, true)}: ${paid} of ${task.recipients} recipients were paid`);
    onEnded();
  }, [isOver, state, paid, task.recipients, onEnded]);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
        <p className="text-sm font-semibold">
          {showUnits(task.airdropAmount, task.decimals)} {named(task)}
        </p>
        <ProgressBar
          label="Airdrop"
          percent={airdropProgress(now ?? { ...task, completedBatches: task.completedBatches }, 1)}
          words={`${paid.toLocaleString("en")} of ${task.recipients.toLocaleString("en")} recipients paid`}
        />
        <p role="status" className="text-xs text-muted">
          {isEnding
            ? "Ending it. What you have signed may still land, and then it's over."
            : "It isn't finished. You can go on with it, or end it and begin a new one."}
        </p>
      </div>
      {end.error ? (
        <p role="alert" className="text-sm text-down">
          {appFailure("airdrop_end_failed").title}: {wordsOf(end.error).title}
        </p>
      ) : null}
      {isSure && !isEnding ? (
        <p role="alert" className="rounded-control bg-risk-soft p-3 text-sm text-risk">
          Those who were paid keep it. The others get nothing of this airdrop.
        </p>
      ) : null}
      {isEnding ? null : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            look={isSure ? "danger" : "quiet"}
            busy={end.isPending}
            onClick={() => (isSure ? end.mutate() : setIsSure(true))}
          >
            {isSure ? "End it" : "Create a new airdrop"}
          </Button>
          <Button look="main" onClick={onResume}>
            Resume
          </Button>
        </div>
      )}
    </div>
  );
};
