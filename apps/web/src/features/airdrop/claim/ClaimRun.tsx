import { useQueryClient } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { Button, ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../shared/api/api.ts";
import { wordsOf } from "../../../shared/api/errors.ts";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { claimableQuery } from "../../../shared/queries/claimable.ts";
import { refreshAfter } from "../../../shared/queries/stale.ts";
import { useWalletParts } from "../../../shared/wallet/wallet-parts.ts";
import { ProgressBar } from "../ProgressBar.tsx";
import { claimableAmount, claimableName } from "./ClaimableRow.tsx";
import { type ClaimPart, claimProgress, isClaimed, sumsOf } from "./claim-run.ts";

type Prepared = AnswerOf<typeof routes.claim.prepare>;

/** Confirm: one transaction after the other; Processing; Result. */
type Stage =
  | { readonly kind: "preparing"; readonly at: number }
  | { readonly kind: "confirm"; readonly at: number; readonly prepared: Prepared }
  | { readonly kind: "sending"; readonly at: number }
  | { readonly kind: "failed"; readonly at: number; readonly title: string; readonly cause: string }
  | { readonly kind: "confirming" }
  | { readonly kind: "result"; readonly open: readonly ClaimPart[] };

/** The network is asked so often at most, and so far apart (spec section 4). */
const polls = 30;
const pollMs = 5_000;
/** A claim that is sent at once is often there a moment later. */
const firstPollMs = 1_000;

/** Claims from their confirmation to their end. What is sent goes on when the dialog is closed. */
export const ClaimRun = ({ parts, onAgain }: { parts: readonly ClaimPart[]; onAgain: () => void }) => {
  const { ConfirmFrame } = useWalletParts();
  const cache = useQueryClient();
  const close = useCloseThisDialog();
  const [stage, setStage] = useState<Stage>({ kind: "preparing", at: 0 });
  const [sent, setSent] = useState<readonly ClaimPart[]>([]);
  const preparing = stage.kind === "preparing" ? stage.at : null;
  const isConfirming = stage.kind === "confirming";
  // Asked again it is the same transaction.
  const callKeys = useRef(new Map<number, string>());

  useEffect(() => {
    const part = preparing === null ? undefined : parts[preparing];
    if (preparing === null) return;
    if (!part) return setStage({ kind: "confirming" });
    const idempotencyKey = callKeys.current.get(preparing) ?? crypto.randomUUID();
    callKeys.current.set(preparing, idempotencyKey);
    const controller = new AbortController();
    const { mintAddress } = part.token;
    const hashes = part.accounts.map(({ hash }) => hash);
    api(routes.claim.prepare, { body: { idempotencyKey, mintAddress, hashes }, signal: controller.signal }).then(
      (prepared) => setStage({ kind: "confirm", at: preparing, prepared }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        const { title, cause } = wordsOf(error);
        setStage({ kind: "failed", at: preparing, title, cause });
      },
    );
    return () => controller.abort();
  }, [preparing, parts]);

  useEffect(() => {
    if (!isConfirming) return;
    let isOver = false;
    let timer = 0;
    const look = async (left: number): Promise<void> => {
      const found = await cache.fetchQuery({ ...claimableQuery, staleTime: 0 }).catch(() => null);
      if (isOver) return;
      const open = found ? parts.filter((part) => !isClaimed(part, found.tokens)) : parts;
      const waits = open.some((part) => sent.includes(part));
      if (waits && left > 1) {
        timer = window.setTimeout(() => void look(left - 1), pollMs);
        return;
      }
      setStage({ kind: "result", open });
      void refreshAfter(cache, { kind: "paid" });
    };
    timer = window.setTimeout(() => void look(polls), sent.length > 0 ? firstPollMs : 0);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [isConfirming, cache, parts, sent]);

  const next = (at: number) => setStage({ kind: "preparing", at: at + 1 });
  const end = () => (sent.length > 0 ? setStage({ kind: "confirming" }) : onAgain());
  const fail = (at: number, { title, cause }: { title: string; cause: string }) => {
    // Another key: what the last one led to may be over for good.
    callKeys.current.delete(at);
    setStage({ kind: "failed", at, title, cause });
  };

  if (stage.kind === "result") return <ClaimResult parts={parts} open={stage.open} onAgain={onAgain} onClose={close} />;
  const at = "at" in stage ? stage.at : parts.length - 1;
  const part = parts[at];
  const count = parts.length > 1 ? `Transaction ${at + 1} of ${parts.length}` : undefined;
  const progress = isConfirming ? claimProgress("confirming") : claimProgress("sending");
  return (
    <DialogFrame title={isConfirming ? "Claiming" : "Confirm claim"} description={isConfirming ? undefined : count}>
      <div className="flex flex-col gap-4">
        {sent.length > 0 || isConfirming ? (
          <ProgressBar
            label="Claiming"
            percent={progress}
            words={
              isConfirming
                ? "Sent. The network confirms it."
                : `${sent.length} of ${parts.length} ${parts.length === 1 ? "transaction" : "transactions"} sent`
            }
          />
        ) : null}
        {isConfirming ? (
          <p role="status" className="text-sm text-muted">
            You can close this: what was sent arrives all the same.
          </p>
        ) : stage.kind === "failed" ? (
          <ErrorPanel
            title={stage.title}
            cause={stage.cause}
            action="Try again"
            onAction={() => setStage({ kind: "preparing", at: stage.at })}
            onLeave={end}
          />
        ) : stage.kind === "confirm" && part ? (
          <ConfirmFrame
            key={stage.prepared.callbackTicket}
            message={stage.prepared.transaction}
            view={{ title: "Claim airdrops", description: claimableName(part.token) }}
            onSigned={(signature) => {
              const { transaction: message, callbackTicket } = stage.prepared;
              setStage({ kind: "sending", at });
              api(routes.transactions.confirm, { body: { message, signature, callbackTicket } }).then(
                () => {
                  setSent((now) => [...now, part]);
                  next(at);
                },
                (error: unknown) => fail(at, wordsOf(error)),
              );
            }}
            onDeclined={end}
            onError={({ message }) => fail(at, { title: "Your wallet didn't confirm", cause: message })}
          />
        ) : (
          <Loading label="Preparing...">
            <Skeleton className="h-64" />
          </Loading>
        )}
      </div>
    </DialogFrame>
  );
};

const ClaimResult = ({
  parts,
  open,
  onAgain,
  onClose,
}: {
  parts: readonly ClaimPart[];
  open: readonly ClaimPart[];
  onAgain: () => void;
  onClose: () => void;
}) => {
  const arrived = sumsOf(parts.filter((part) => !open.includes(part)));
  const left = sumsOf(open);
  return (
    <DialogFrame
      title={arrived.length === 0 ? "Nothing was claimed" : left.length === 0 ? "Claimed" : "Claimed in part"}
    >
      <div className="flex flex-col gap-4">
        {arrived.length > 0 ? (
          <div role="status" className="flex flex-col items-center gap-3 py-2 text-center">
            <CircleCheck aria-hidden size={48} className="text-up" />
            <ul className="flex flex-col gap-1 text-sm">
              {arrived.map(({ token, amount }) => (
                <li key={token.mintAddress}>
                  <strong>{claimableAmount(amount, token)}</strong> {claimableName(token)} in your wallet
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {left.length > 0 ? (
          <div role="status" className="flex gap-3 rounded-control bg-raised p-4 text-sm">
            <CircleAlert aria-hidden size={20} className="shrink-0" />
            <div className="flex flex-col gap-1">
              <p className="font-semibold">Not claimed yet</p>
              <ul>
                {left.map(({ token, amount }) => (
                  <li key={token.mintAddress}>
                    {claimableAmount(amount, token)} {claimableName(token)}
                  </li>
                ))}
              </ul>
              <p className="text-muted">They stay yours and wait for you.</p>
            </div>
          </div>
        ) : null}
        {left.length > 0 ? (
          <Button look="main" className="w-full" onClick={onAgain}>
            Claim the rest
          </Button>
        ) : null}
        <Button look={left.length > 0 ? "plain" : "main"} className="w-full" onClick={onClose}>
          Done
        </Button>
      </div>
    </DialogFrame>
  );
};
