import { useQuery } from "@tanstack/react-query";
import type { AirdropState } from "@tribe/contract";
import { airdropLabel } from "@tribe/domain/airdrop";
import { Button, Loading, Skeleton } from "@tribe/ui";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import { type AirdropTask, endedEntriesQuery } from "./airdrop-queries.ts";
import { SnapshotList } from "./SnapshotList.tsx";

/** The result of an airdrop that was ended: who was paid and who was not. */
export const EndedAirdrop = ({
  task,
  state,
  onNew,
}: {
  task: AirdropTask;
  state: AirdropState;
  /** Starts a new airdrop. */
  onNew: () => void;
}) => {
  const close = useCloseThisDialog();
  const { data, error, refetch } = useQuery(endedEntriesQuery(task.id));
  const paid = data?.filter(({ isPaid, airdropAmount }) => isPaid && airdropAmount > 0n);
  return (
    <div className="flex flex-col gap-4">
      {paid ? (
        <>
          <p role="status" className="text-sm">
            <strong>{airdropLabel(state, true)}.</strong> {paidWords(paid.length, task.recipients)}
          </p>
          {paid.length > 0 ? <SnapshotList title="Paid" entries={paid} decimals={task.decimals} /> : null}
        </>
      ) : error ? (
        <QueryError isPart error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading">
          <Skeleton className="h-40" />
        </Loading>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={close}>
          Done
        </Button>
        <Button variant="primary" onClick={onNew}>
          Create a new airdrop
        </Button>
      </div>
    </div>
  );
};

const paidWords = (paid: number, recipients: number): string => {
  if (paid === 0) return "Nobody was paid.";
  if (paid === recipients) return "Everybody was paid.";
  return `${paid.toLocaleString("en")} of ${recipients.toLocaleString("en")} recipients ${paid === 1 ? "was" : "were"} paid and ${paid === 1 ? "keeps" : "keep"} it.`;
};
