import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Mint } from "@tribe/contract";
import { Loading, Skeleton } from "@tribe/ui";
import { MemberRow } from "../../shared/components/MemberRow.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { subscribersQuery } from "../../shared/queries/token.ts";

/** The members of a Tribe, the Chief first, then by holding. */
export const MembersList = ({ mint, symbol, onOpen }: { mint: Mint; symbol: string; onOpen?: () => void }) => {
  const members = useQuery(subscribersQuery(mint));
  if (members.isError) return <QueryError error={members.error} onRetry={() => void members.refetch()} />;
  if (!members.data)
    return (
      <Loading label="Loading members">
        <Skeleton className="my-1 h-11" />
        <Skeleton className="my-1 h-11" />
        <Skeleton className="my-1 h-11" />
      </Loading>
    );
  if (members.data.length === 0) return <p className="text-sm text-muted">Nobody has taken a seat yet.</p>;
  return (
    <ul>
      {members.data.map((member) => (
        <li key={member.uid}>
          <Link
            to="/user/$address"
            params={{ address: member.address }}
            className="block rounded-control hover:bg-raised"
            onClick={() => onOpen?.()}
          >
            <MemberRow member={member} symbol={symbol} />
          </Link>
        </li>
      ))}
    </ul>
  );
};
