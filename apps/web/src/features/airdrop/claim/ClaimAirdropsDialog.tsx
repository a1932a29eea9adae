import { useQuery } from "@tanstack/react-query";
import { walletMinimum } from "@tribe/chain/accounts";
import { lamports } from "@tribe/contract";
import { appFailure } from "@tribe/domain/words";
import { Button, EmptyState, ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { Gift } from "@tribe/ui/icons";
import { useState } from "react";
import { shownWithCode } from "../../../shared/api/errors.ts";
import { Sol } from "../../../shared/components/Sol.tsx";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { Worth } from "../../../shared/fiat/Worth.tsx";
import { claimableQuery } from "../../../shared/queries/claimable.ts";
import { ClaimableRow } from "./ClaimableRow.tsx";
import { ClaimRun } from "./ClaimRun.tsx";
import { type Claimable, type ClaimPart, partsOf } from "./claim-run.ts";

/** Claims airdrops: the person selects them and confirms in the wallet, and the page follows them until they arrive. */
export const ClaimAirdropsDialog = () => {
  const [run, setRun] = useState<readonly ClaimPart[] | null>(null);
  // Kept here, because the dialog's content is mounted again when the screen changes between narrow and wide.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch } = useQuery(claimableQuery);
  if (run)
    return (
      <ClaimRun
        parts={run}
        onAgain={() => {
          setRun(null);
          void refetch();
        }}
      />
    );
  return (
    <DialogFrame
      title="Claim airdrops"
      description="Tokens that Chiefs gave you. They count for a seat once they're claimed."
    >
      {data ? (
        data.tokens.length === 0 ? (
          <EmptyState
            icon={<Gift aria-hidden size={24} />}
            title="Nothing waits for you"
            message="Airdrops for members and holders show up here."
          />
        ) : (
          <SelectTokens
            tokens={data.tokens}
            hasMore={data.hasMore}
            balance={data.balance}
            left={left}
            onLeft={setLeft}
            onClaim={(tokens) => setRun(partsOf(tokens))}
          />
        )
      ) : error ? (
        <TokensFailed onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading your airdrops">
          <Skeleton className="h-40" />
        </Loading>
      )}
    </DialogFrame>
  );
};

const TokensFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { title, cause, footer } = shownWithCode(appFailure("airdrop_tokens_failed"));
  return <ErrorPanel title={title} cause={cause} footer={footer} action="Try again" onAction={onRetry} />;
};

/** Tokens from airdrops made with Tribe are selected by default; those that strangers have sent are collapsed. */
const SelectTokens = ({
  tokens,
  hasMore,
  balance,
  left,
  onLeft,
  onClaim,
}: {
  tokens: readonly Claimable[];
  hasMore: boolean;
  balance: bigint;
  /** Mints whose selection differs from the default. */
  left: ReadonlySet<string>;
  onLeft: (left: ReadonlySet<string>) => void;
  onClaim: (tokens: readonly Claimable[]) => void;
}) => {
  const close = useCloseThisDialog();
  const isOurs = ({ authors }: Claimable) => authors.length > 0;
  const isChosen = (token: Claimable) => isOurs(token) !== left.has(token.mintAddress);
  const toggle = ({ mintAddress }: Claimable) => {
    const next = new Set(left);
    if (!next.delete(mintAddress)) next.add(mintAddress);
    onLeft(next);
  };
  const [ours, others] = [tokens.filter(isOurs), tokens.filter((token) => !isOurs(token))];
  const chosen = tokens.filter(isChosen);
  const cost = chosen.reduce((sum, { maxLamports }) => sum + maxLamports, 0n);
  const lacks = chosen.length > 0 && balance < cost + walletMinimum;
  const rowsOf = (some: readonly Claimable[]) =>
    some.map((token) => (
      <ClaimableRow key={token.mintAddress} token={token} isChosen={isChosen(token)} onToggle={() => toggle(token)} />
    ));
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0 && !lacks) onClaim(chosen);
      }}
    >
      {ours.length > 0 ? (
        <ul aria-label="From airdrops" className="flex flex-col gap-3">
          {rowsOf(ours)}
        </ul>
      ) : (
        <p className="text-sm text-muted">No airdrop of a Tribe waits for you.</p>
      )}
      {others.length > 0 ? (
        <details className="text-sm">
          <summary className="min-h-11 cursor-pointer py-3 text-muted">
            Others, sent by strangers ({others.length})
          </summary>
          <p className="pb-3 text-muted">Anybody can send such tokens. Claim only what you know.</p>
          <ul aria-label="Others" className="flex flex-col gap-3">
            {rowsOf(others)}
          </ul>
        </details>
      ) : null}
      {hasMore ? <p className="text-sm text-muted">There are more. They show up once these are claimed.</p> : null}
      {chosen.length > 0 ? (
        <p className="flex justify-between gap-3 text-sm">
          <span className="text-muted">Max SOL Required</span>
          <span className="text-right">
            <Sol lamports={lamports(cost)} /> <Worth lamports={cost} rounding="up" />
          </span>
        </p>
      ) : null}
      {lacks ? (
        <Button
          variant="primary"
          className="w-full"
          type="button"
          onClick={() => {
            close();
            dialogs.open("onboardingFund", {
              title: "Add SOL",
              description: "Claiming takes a network fee and a deposit for each new token.",
              lamportsRequired: lamports(cost + walletMinimum),
              canSkip: false,
            });
          }}
        >
          Deposit SOL
        </Button>
      ) : (
        <Button variant="primary" className="w-full" type="submit" disabled={chosen.length === 0}>
          {chosen.length === 0
            ? appFailure("no_token_selected").title
            : chosen.length === 1
              ? "Claim airdrop"
              : `Claim ${chosen.length} tokens`}
        </Button>
      )}
    </form>
  );
};
