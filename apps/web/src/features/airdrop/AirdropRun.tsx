import { useQuery, useQueryClient } from "@tanstack/react-query";
import { milliseconds, routes, type SignerAirdrop, tradeState } from "@tribe/contract";
import { airdropLabel } from "@tribe/domain/airdrop";
import { signFailure, walletErrorTexts } from "@tribe/domain/words";
import { Button, ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { CircleCheck } from "@tribe/ui/icons";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import { keys } from "../../shared/queries/keys.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";
import { realtime } from "../../shared/realtime/connection.ts";
import { type SignAirdrop, useWallet } from "../../shared/wallet/wallet.ts";
import { airdropFailure } from "./airdrop-failure.ts";
import {
  type AirdropEntry,
  type AirdropStatus,
  type AirdropTask,
  airdropStatusQuery,
  fetchEntries,
} from "./airdrop-queries.ts";
import { ProgressBar } from "./ProgressBar.tsx";
import {
  airdropProgress,
  airdropTimeLeft,
  airdropWords,
  makingPercent,
  runAirdrop,
  timeLeftWords,
} from "./run-airdrop.ts";
import { SnapshotList } from "./SnapshotList.tsx";
import { showUnits } from "./token-amounts.ts";

/** The stage of an airdrop's run on this page. */
type Stage =
  | { readonly kind: "confirm" }
  | { readonly kind: "processing" }
  | { readonly kind: "paused"; readonly title: string; readonly cause: string }
  | { readonly kind: "success" };

const confirmView = {
  title: "Airdrop",
  description: "Gives away tokens, in several payments.",
  spendLabel: "Max SOL Required",
} as const;

/** An airdrop from its confirmation to its end. The wallet's frame stays mounted, because it signs until all have landed. */
export const AirdropRun = ({
  task,
  isResumed,
  onAgain,
}: {
  task: AirdropTask;
  isResumed: boolean;
  /** Starts again with the server's present state. */
  onAgain: () => void;
}) => {
  const { WalletFrame } = useWallet();
  const cache = useQueryClient();
  const close = useCloseThisDialog();
  const [stage, setStage] = useState<Stage>({ kind: "confirm" });
  const entries = useQuery({
    queryKey: keys.airdropEntries(task.id),
    queryFn: ({ signal }) => fetchEntries(task.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // While it runs here, the run itself asks.
  const status = useQuery({ ...airdropStatusQuery(task.id), enabled: stage.kind !== "processing" });
  const running = useRef<AbortController | null>(null);
  const begun = useRef<{ readonly at: number; readonly completedBatches: number } | null>(null);
  const [timeLeft, setTimeLeft] = useState<number | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const creation = useCreationTime(stage.kind === "processing");
  const airdrop = useMemo(() => entries.data && airdropOf(task, entries.data), [task, entries.data]);

  const name = task.symbol ?? task.name ?? "tokens";
  const noteStatus = (now: AirdropStatus) => {
    cache.setQueryData(keys.airdropStatus(task.id), now);
    if (!now.isSetUp) return;
    const { completedBatches, totalBatches } = now;
    const pace = { at: performance.now(), completedBatches };
    begun.current ??= pace;
    setTimeLeft(airdropTimeLeft(begun.current, pace, totalBatches));
  };
  const run = (sign: SignAirdrop) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setStage({ kind: "processing" });
    void runAirdrop(
      {
        send: (limit) => api(routes.airdrop.send, { body: { taskId: task.id, limit } }),
        submit: (batches) => api(routes.airdrop.submit, { body: { batches } }),
        status: () => api(routes.airdrop.status, { query: { taskId: task.id } }),
        sign,
        wait,
        hear,
      },
      { signal: controller.signal, onStatus: noteStatus },
    ).then(
      () => {
        setStage({ kind: "success" });
        void refreshAfter(cache, { kind: "paid" });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        const { title, cause } = airdropFailure(error, name);
        setStage({ kind: "paused", title, cause });
      },
    );
  };

  const now = status.data ?? null;
  const amount = `${showUnits(task.airdropAmount, task.decimals)} ${name}`;
  const progress = now ?? (task.isSetUp ? { ...task, paidRecipients: 0 } : null);
  if (stage.kind === "success")
    return (
      <DialogFrame title="Airdrop completed">
        <div className="flex flex-col items-center gap-4 py-4 text-center">
          <CircleCheck aria-hidden size={48} className="text-up" />
          <p role="status" className="text-sm">
            {task.recipients.toLocaleString("en")} {task.recipients === 1 ? "recipient" : "recipients"} got{" "}
            <strong>{amount}</strong>. They claim it in their wallet.
          </p>
          <Button variant="primary" className="w-full" onClick={close}>
            Done
          </Button>
        </div>
      </DialogFrame>
    );
  return (
    <DialogFrame
      title={
        stage.kind === "confirm"
          ? isResumed
            ? "Resume airdrop"
            : "Confirm airdrop"
          : airdropLabel(0, now?.isSetUp ?? task.isSetUp)
      }
      description={stage.kind === "confirm" ? "One confirmation in your wallet is enough for all payments." : undefined}
    >
      {entries.error ? (
        <QueryError isPart error={entries.error} onRetry={() => void entries.refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          {stage.kind === "confirm" || !airdrop ? null : (
            <ProgressBar
              label={airdropLabel(0, now?.isSetUp ?? task.isSetUp)}
              percent={airdropProgress(progress, creation)}
              cutAt={makingPercent}
              words={airdropWords(progress, task.recipients)}
            />
          )}
          {stage.kind === "processing" ? (
            <p role="status" className="text-sm text-muted">
              {timeLeft === null ? "" : `${timeLeftWords(timeLeft)} `}You can close this. It pauses, and you can resume
              it later.
            </p>
          ) : null}
          {stage.kind === "paused" ? (
            <ErrorPanel title={stage.title} cause={stage.cause} action="Resume" onAction={onAgain} onLeave={close} />
          ) : null}
          {airdrop ? null : (
            <Loading label="Preparing...">
              <Skeleton className="h-64" />
            </Loading>
          )}
          {airdrop && stage.kind !== "paused" ? (
            <div
              className={stage.kind === "processing" ? "h-0 overflow-hidden" : undefined}
              inert={stage.kind === "processing"}
            >
              <WalletFrame
                request={{ method: "confirmAirdrop", airdrop, view: confirmView }}
                onResult={run}
                onDeclined={({ message }) => {
                  // The wallet's own words, which this build has, too.
                  if (message !== walletErrorTexts.waits) return close();
                  const cause = `${message} Then Resume goes on with this list. A new airdrop would wait anew.`;
                  setStage({ kind: "paused", title: "It waits a day", cause });
                }}
                onError={({ message }) => {
                  const { title, cause } = signFailure(name, message);
                  setStage({ kind: "paused", title, cause });
                }}
              />
            </div>
          ) : null}
          {stage.kind === "confirm" && entries.data ? (
            <SnapshotList entries={entries.data} decimals={task.decimals} />
          ) : null}
        </div>
      )}
    </DialogFrame>
  );
};

const airdropOf = (task: AirdropTask, entries: readonly AirdropEntry[]): SignerAirdrop => ({
  tribeMint: task.mint,
  mint: task.airdropMintAddress,
  tokenType: task.tokenType,
  amount: task.airdropAmount.toString(),
  toCreator: task.options.shouldAirdropToCreator,
  toMembers: task.options.shouldAirdropToMembers,
  toHolders: task.options.shouldAirdropToHolders,
  entries: entries.map(({ address, snapshotAmount, isMember }) => ({
    address,
    weight: snapshotAmount.toString(),
    isMember,
  })),
  batchSize: task.batchSize,
  listHash: task.listHash,
  slot: task.slot,
  microLamportsPerUnit: task.microLamportsPerUnit.toString(),
});

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

const hear = async (ms: number, signal: AbortSignal): Promise<boolean> => {
  const heard = new AbortController();
  const stop = realtime().listen((frame) => {
    if (frame.type === "ticket" && frame.state >= tradeState.succeeded) heard.abort();
  });
  await wait(ms, AbortSignal.any([signal, heard.signal])).catch(() => signal.throwIfAborted());
  stop();
  return heard.signal.aborted;
};

/** The elapsed share, from 0 to 1, of the ten seconds that an airdrop's setup may take. */
const useCreationTime = (isRunning: boolean): number => {
  const [share, setShare] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const began = Date.now();
    const timer = setInterval(() => {
      const gone = Math.min(1, (Date.now() - began) / milliseconds.airdropCreation);
      setShare(gone);
      if (gone === 1) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return share;
};
