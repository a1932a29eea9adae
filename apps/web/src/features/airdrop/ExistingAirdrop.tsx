import { useMutation, useQuery } from "@tanstack/react-query";
import { airdropState, routes } from "@tribe/contract";
import { appFailure } from "@tribe/domain/words";
import { Button, Loading, Skeleton } from "@tribe/ui";
import { useEffect, useRef, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { useWallet } from "../../shared/wallet/wallet.ts";
import {
  type AirdropTargets,
  type AirdropTask,
  airdropEndingQuery,
  airdropStatusQuery,
  type SignedStep,
} from "./airdrop-queries.ts";
import { EndedAirdrop } from "./EndedAirdrop.tsx";
import { ProgressBar } from "./ProgressBar.tsx";
import { airdropProgress, airdropWords, makingPercent } from "./run-airdrop.ts";
import { TargetSwitches } from "./TargetSwitches.tsx";
import { showUnits } from "./token-amounts.ts";

const named = ({ symbol, name }: AirdropTask): string => symbol ?? name ?? "tokens";

const targetsOf = ({ options }: AirdropTask): AirdropTargets => ({
  toCreator: options.shouldAirdropToCreator,
  toMembers: options.shouldAirdropToMembers,
  toHolders: options.shouldAirdropToHolders,
});

/** The groups' counts; null for one that was not chosen, of which the snapshot contains nobody. */
const countsOf = ({ options, snapshotMembersCount, snapshotHoldersCount }: AirdropTask) => ({
  members: options.shouldAirdropToMembers ? snapshotMembersCount : null,
  holders: options.shouldAirdropToHolders ? snapshotHoldersCount : null,
});

/** An unfinished airdrop, to be continued, or ended before a new one. */
export const ExistingAirdrop = ({
  task,
  hasMigrated,
  onResume,
  onEnded,
}: {
  task: AirdropTask;
  /** Whether the Tribe's token has migrated, so that its holders can't be chosen any more. */
  hasMigrated: boolean;
  onResume: () => void;
  onEnded: () => void;
}) => {
  const [isSure, setIsSure] = useState(false);
  const [isSigned, setIsSigned] = useState(false);
  const status = useQuery(airdropStatusQuery(task.id));
  const end = useMutation({
    mutationFn: () => api(routes.airdrop.terminate, { body: { taskId: task.id } }),
    onSuccess: () => void status.refetch(),
  });
  const now = status.data;
  const isEnding = task.isEnding || end.isSuccess || (now?.isEnding ?? false);
  const progress = now ?? { ...task, paidRecipients: 0 };
  const state = now?.state ?? task.state;
  const isOver = state !== airdropState.pending;
  if (isOver && (isSigned || !isEnding)) return <EndedAirdrop task={task} state={state} onNew={onEnded} />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
        <p className="text-sm font-semibold">
          {showUnits(task.airdropAmount, task.decimals)} {named(task)}
        </p>
        <ProgressBar
          label="Airdrop"
          cutAt={makingPercent}
          percent={airdropProgress(progress, 0)}
          words={airdropWords(progress, task.recipients, "Not set up yet")}
        />
        <p role="status" className="text-xs text-muted">
          {isEnding
            ? "Ending it. Nothing more of it is sent."
            : "It isn't finished. You can go on with it, or end it and begin a new one."}
        </p>
      </div>
      <TargetSwitches
        targets={targetsOf(task)}
        counts={countsOf(task)}
        canHold={!hasMigrated || task.options.shouldAirdropToHolders}
        isDisabled
      />
      {end.error ? (
        <p role="alert" className="text-sm text-down">
          {appFailure("airdrop_end_failed").title}: {wordsOf(end.error).title}
        </p>
      ) : null}
      {isSure && !isEnding ? (
        <p role="alert" className="rounded-control bg-risk-soft p-3 text-sm text-risk">
          Those already paid keep it. Nobody else gets any of this airdrop.
        </p>
      ) : null}
      {isEnding ? (
        <SignEnding
          task={task}
          onDone={() => {
            setIsSigned(true);
            void status.refetch();
          }}
        />
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            variant={isSure ? "danger" : "ghost"}
            busy={end.isPending}
            onClick={() => (isSure ? end.mutate() : setIsSure(true))}
          >
            {isSure ? "End it" : "Create a new airdrop"}
          </Button>
          <Button variant="primary" onClick={onResume}>
            Resume
          </Button>
        </div>
      )}
    </div>
  );
};

const confirmView = {
  title: "End airdrop",
  description: "Nobody else of it is paid.",
  spendLabel: "Max SOL Required",
} as const;

/**
 * Has the wallet sign the transactions that end an airdrop on chain: those that were signed before then fail, and the deposit is
 * returned. A person who declines must wait until those have expired.
 */
const SignEnding = ({ task, onDone }: { task: AirdropTask; onDone: () => void }) => {
  const { WalletFrame } = useWallet();
  const [isLeft, setIsLeft] = useState(false);
  const leave = () => {
    setIsLeft(true);
    onDone();
  };
  const ending = useQuery({ ...airdropEndingQuery(task), enabled: !isLeft });
  const submit = useMutation({
    mutationFn: (batches: SignedStep[]) => api(routes.airdrop.submit, { body: { batches } }),
    onSuccess: ({ expired }) => {
      // The messages expired before they were signed: load new ones.
      if (expired.length > 0) return void ending.refetch();
      leave();
    },
    onError: leave,
  });
  const hasNothing = ending.error !== null || ending.data === null;
  const latest = useRef(onDone);
  latest.current = onDone;
  useEffect(() => {
    if (hasNothing) latest.current();
  }, [hasNothing]);
  if (isLeft || hasNothing)
    return (
      <p role="status" className="text-sm text-muted">
        {submit.isSuccess
          ? "Sent. The network confirms it."
          : "Payments on their way may still arrive for some minutes. Then it's over."}
      </p>
    );
  const { data } = ending;
  if (!data || submit.isPending)
    return (
      <Loading label="Preparing...">
        <Skeleton className="h-40" />
      </Loading>
    );
  return (
    <WalletFrame
      key={ending.dataUpdatedAt}
      request={{
        method: "endAirdrop",
        slot: data.slot,
        listHash: data.listHash,
        steps: data.steps.map(({ kind, message }) => ({ kind, message })),
        view: confirmView,
      }}
      onResult={(signatures) =>
        submit.mutate(
          data.steps.flatMap(({ taskBatchId, message }, index) => {
            const signature = signatures[index];
            return signature ? [{ taskBatchId, message, signature }] : [];
          }),
        )
      }
      onDeclined={leave}
      onError={leave}
    />
  );
};
