import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TokenHolder, TokenProfile } from "@tribe/contract";
import { amountsOf } from "@tribe/domain/money";
import { Button, IconButton, Loading, Skeleton } from "@tribe/ui";
import { Crown, Download } from "@tribe/ui/icons";
import { useState } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { holdersQuery } from "../../shared/queries/token.ts";

const firstCount = 10;
const skeletons = ["a", "b", "c", "d"];

/** The largest holders, with or without a seat. */
export const TopHolders = ({ token }: { token: TokenProfile }) => {
  const holders = useQuery(holdersQuery(token.mint));
  const [isLong, setIsLong] = useState(false);
  const all = holders.data ?? [];
  return (
    <section aria-labelledby="holders-heading" className="flex flex-col gap-2 border-t border-line pt-5">
      <div className="flex items-center gap-2">
        <h2 id="holders-heading" className="flex-1 text-sm font-semibold">
          Top holders
        </h2>
        <span className="text-sm text-muted tabular-nums">
          {token.holderCount === 1 ? "1 holder" : `${token.holderCount} holders`}
        </span>
        {token.subscribeState === "chief" ? (
          <IconButton
            label="Export holders snapshot"
            onClick={() => dialogs.open("exportHolders", { mint: token.mint })}
          >
            <Download aria-hidden size={20} />
          </IconButton>
        ) : null}
      </div>
      {holders.data ? (
        all.length === 0 ? (
          <p className="text-sm text-muted">No one holds this token yet.</p>
        ) : (
          <ol className="flex flex-col">
            {all.slice(0, isLong ? all.length : firstCount).map((holder, index) => (
              <li key={holder.ownerAddress}>
                <HolderLine holder={holder} rank={index + 1} token={token} />
              </li>
            ))}
          </ol>
        )
      ) : holders.error ? (
        <QueryError isPart error={holders.error} onRetry={() => void holders.refetch()} />
      ) : (
        <Loading label="Loading holders">
          {skeletons.map((key) => (
            <Skeleton key={key} className="my-1 h-10" />
          ))}
        </Loading>
      )}
      {!isLong && all.length > firstCount ? (
        <Button variant="ghost" small className="self-center" onClick={() => setIsLong(true)}>
          Show all {all.length}
        </Button>
      ) : null}
    </section>
  );
};

const HolderLine = ({ holder, rank, token }: { holder: TokenHolder; rank: number; token: TokenProfile }) => {
  const user = useLocalUser();
  const isChief = holder.ownerAddress === token.creatorAddress;
  const isSelf = holder.ownerAddress === user?.address;
  return (
    <Link
      to="/user/$address"
      params={{ address: holder.ownerAddress }}
      className="flex min-h-11 items-center gap-3 rounded-control py-1 text-sm hover:bg-surface"
    >
      <span className="w-5 shrink-0 text-right text-xs text-muted tabular-nums">{rank}</span>
      <PersonAvatar seed={holder.uid ?? holder.ownerAddress} src={holder.pfp} name="" size={32} />
      <span className="min-w-0 flex-1 truncate">
        <bdi>{holder.displayName}</bdi>
        {isSelf ? <span className="text-muted"> (you)</span> : null}
      </span>
      {isChief ? (
        <span className="flex items-center gap-1 text-xs text-ember-text">
          <Crown aria-hidden size={12} /> Chief
        </span>
      ) : null}
      <span className="tabular-nums">{amountsOf(token).named(holder.amount)}</span>
    </Link>
  );
};
