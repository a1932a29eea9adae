import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type AnswerOf, maxClaimsPerConfirmation, routes, type TransactionSignature } from "@tribe/contract";
import { Button, ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { CircleAlert, CircleCheck } from "@tribe/ui/icons";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../shared/api/api.ts";
import { wordsOf } from "../../../shared/api/errors.ts";
import { ExplorerLink } from "../../../shared/components/ExplorerLink.tsx";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { claimableQuery } from "../../../shared/queries/claimable.ts";
import { refreshAfter } from "../../../shared/queries/stale.ts";
import { realtime } from "../../../shared/realtime/connection.ts";
import { useWallet } from "../../../shared/wallet/wallet.ts";
import { ProgressBar } from "../ProgressBar.tsx";
import { claimableAmount, claimableName } from "./ClaimableRow.tsx";
import { ClaimedSeat } from "./ClaimedSeat.tsx";
import { claimsNotPrepared, claimsNotSigned } from "./claim-failure.ts";
import {
  type ClaimPart,
  claimProgress,
  createClaimNews,
  followClaims,
  handInClaims,
  partsOfRound,
  sumsOf,
} from "./claim-run.ts";

/** Calls the API with the page's retries. Safe, because an idempotency key or a ticket makes these calls repeatable. */
const asked = <Answer,>(cache: QueryClient, key: string, queryFn: () => Promise<Answer>): Promise<Answer> =>
  cache.fetchQuery({ queryKey: ["claim", key], queryFn, staleTime: 0, gcTime: 0 });

type Prepared = AnswerOf<typeof routes.claim.prepare>;

/** A claim whose transaction is prepared and not signed yet. */
interface PreparedPart extends Prepared {
  readonly part: ClaimPart;
}

/** Confirm (all transactions of a round at once), Processing, Result. */
type Stage =
  | { readonly kind: "preparing"; readonly round: number }
  | { readonly kind: "confirm"; readonly round: number; readonly prepared: readonly PreparedPart[] }
  | { readonly kind: "sending"; readonly round: number }
  | { readonly kind: "failed"; readonly round: number; readonly title: string; readonly cause: string }
  | { readonly kind: "confirming" }
  | { readonly kind: "result"; readonly open: readonly ClaimPart[] };

const confirmView = {
  title: "Claim airdrops",
  description: "Brings tokens that wait for you into your wallet.",
  spendLabel: "Max SOL Required",
} as const;

/** Claims from their confirmation to their end. Submitted ones continue if the dialog is closed. */
export const ClaimRun = ({ parts, onAgain }: { parts: readonly ClaimPart[]; onAgain: () => void }) => {
  const { WalletFrame } = useWallet();
  const cache = useQueryClient();
  const close = useCloseThisDialog();
  const [stage, setStage] = useState<Stage>({ kind: "preparing", round: 0 });
  const [sent, setSent] = useState<readonly ClaimPart[]>([]);
  const preparing = stage.kind === "preparing" ? stage.round : null;
  const isConfirming = stage.kind === "confirming";
  // Idempotency keys, so that a repeated call prepares the same transaction.
  const callKeys = useRef(new Map<ClaimPart, string>());
  const tickets = useRef(new Map<string, ClaimPart>());
  const [signatures, setSignatures] = useState<ReadonlyMap<ClaimPart, TransactionSignature>>(new Map());
  const [news] = useState(createClaimNews);

  useEffect(() => {
    if (preparing === null) return;
    const some = partsOfRound(parts, preparing);
    if (some.length === 0) return setStage({ kind: "confirming" });
    const controller = new AbortController();
    const prepare = async (part: ClaimPart): Promise<PreparedPart> => {
      const idempotencyKey = callKeys.current.get(part) ?? crypto.randomUUID();
      callKeys.current.set(part, idempotencyKey);
      const { mintAddress } = part.token;
      const hashes = part.accounts.map(({ hash }) => hash);
      const body = { idempotencyKey, mintAddress, hashes };
      return { part, ...(await asked(cache, idempotencyKey, () => api(routes.claim.prepare, { body }))) };
    };
    Promise.allSettled(some.map(prepare)).then((all) => {
      if (controller.signal.aborted) return;
      const prepared = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      // Continue with the claims that could be prepared; the result lists the others.
      if (prepared.length > 0) return setStage({ kind: "confirm", round: preparing, prepared });
      const [refusal] = all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
      const { title, cause } = claimsNotPrepared(refusal);
      setStage({ kind: "failed", round: preparing, title, cause });
    });
    return () => controller.abort();
  }, [preparing, parts, cache]);

  useEffect(
    () =>
      realtime().listen((frame) => {
        if (frame.type !== "ticket") return;
        const part = tickets.current.get(frame.ticket);
        if (part) news.hear(part, frame.state);
      }),
    [news],
  );

  useEffect(() => {
    if (!isConfirming) return;
    const controller = new AbortController();
    const waiting = async () =>
      (await cache.fetchQuery({ ...claimableQuery, staleTime: 0 }).catch(() => null))?.tokens ?? null;
    followClaims(parts, sent, { waiting, news, signal: controller.signal }).then(
      (open) => {
        setStage({ kind: "result", open });
        void refreshAfter(cache, { kind: "paid" });
      },
      () => undefined, // the dialog was closed
    );
    return () => controller.abort();
  }, [isConfirming, cache, parts, sent, news]);

  const end = () => (sent.length > 0 ? setStage({ kind: "confirming" }) : onAgain());
  const fail = (round: number, { title, cause }: { title: string; cause: string }) => {
    // New keys, because the transactions of the previous ones may have ended.
    for (const part of partsOfRound(parts, round)) callKeys.current.delete(part);
    setStage({ kind: "failed", round, title, cause });
  };
  const send = async (
    round: number,
    prepared: readonly PreparedPart[],
    bySigner: readonly TransactionSignature[],
  ): Promise<void> => {
    setStage({ kind: "sending", round });
    const signed = prepared.flatMap(({ part, transaction: message, callbackTicket }, index) => {
      const signature = bySigner[index];
      return signature ? [{ part, body: { message, signature, callbackTicket } }] : [];
    });
    setSignatures((known) => new Map([...known, ...signed.map(({ part, body }) => [part, body.signature] as const)]));
    for (const { part, body } of signed) {
      tickets.current.set(body.callbackTicket, part);
      news.begin(part);
    }
    const { handedIn, refusal } = await handInClaims(signed, (body) =>
      asked(cache, body.callbackTicket, () => api(routes.transactions.confirm, { body })),
    );
    setSent((now) => [...now, ...handedIn]);
    if (handedIn.length === 0) fail(round, wordsOf(refusal));
    else setStage({ kind: "preparing", round: round + 1 });
  };

  if (stage.kind === "result")
    return <ClaimResult {...{ parts, signatures, onAgain }} open={stage.open} onClose={close} />;
  const rounds = Math.ceil(parts.length / maxClaimsPerConfirmation);
  const round = "round" in stage ? stage.round : rounds - 1;
  const count = rounds > 1 ? `Confirmation ${round + 1} of ${rounds}` : undefined;
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
                : `${sent.length} of ${parts.length} ${parts.length === 1 ? "part" : "parts"} sent`
            }
          />
        ) : null}
        {isConfirming ? (
          <p role="status" className="text-sm text-muted">
            You can close this. What was sent still arrives.
          </p>
        ) : stage.kind === "failed" ? (
          <ErrorPanel
            title={stage.title}
            cause={stage.cause}
            action="Try again"
            onAction={() => setStage({ kind: "preparing", round: stage.round })}
            onLeave={end}
          />
        ) : stage.kind === "confirm" ? (
          <WalletFrame
            key={stage.prepared.map(({ callbackTicket }) => callbackTicket).join(" ")}
            request={{
              method: "signClaims",
              messages: stage.prepared.map(({ transaction }) => transaction),
              view: confirmView,
            }}
            onResult={(signatures) => void send(stage.round, stage.prepared, signatures)}
            onDeclined={end}
            onError={({ message }) =>
              fail(
                stage.round,
                claimsNotSigned(
                  stage.prepared.map(({ part }) => part),
                  message,
                ),
              )
            }
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
  signatures,
  open,
  onAgain,
  onClose,
}: {
  parts: readonly ClaimPart[];
  /** The wallet's signatures. The wallet pays the fees, so these are also the transactions' ids. */
  signatures: ReadonlyMap<ClaimPart, TransactionSignature>;
  open: readonly ClaimPart[];
  onAgain: () => void;
  onClose: () => void;
}) => {
  const claimed = parts.filter((part) => !open.includes(part));
  const arrived = sumsOf(claimed);
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
                  <strong>
                    {claimableAmount(amount, token)} <bdi>{token.symbol ?? claimableName(token)}</bdi>
                  </strong>{" "}
                  in your wallet
                </li>
              ))}
            </ul>
            {arrived.map(({ token: { mintAddress, authors } }) =>
              authors.length > 0 ? <ClaimedSeat key={mintAddress} mint={mintAddress} /> : null,
            )}
            <div>
              {claimed.map((part) => {
                const signature = signatures.get(part);
                // It was claimed on another device.
                return signature ? <ExplorerLink key={signature} signature={signature} /> : null;
              })}
            </div>
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
          <Button variant="primary" className="w-full" onClick={onAgain}>
            Claim the rest
          </Button>
        ) : null}
        <Button variant={left.length > 0 ? "secondary" : "primary"} className="w-full" onClick={onClose}>
          Done
        </Button>
      </div>
    </DialogFrame>
  );
};
