import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { Loading, Skeleton } from "@tribe/ui";
import { MemberRow } from "../../shared/components/MemberRow.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { subscribersQuery } from "../../shared/queries/token.ts";

/** Who sits in the Tribe, the Chief first. */
export const MembersPanel = ({ token }: { token: TokenProfile }) => {
  const members = useQuery(subscribersQuery(token.mint));
  return (
    <section aria-labelledby="members-heading" className="flex flex-col gap-2 border-t border-line pt-6">
      <div className="flex items-baseline justify-between">
        <h2 id="members-heading" className="font-display text-lg font-semibold">
          Members
        </h2>
        <span className="text-sm text-muted tabular-nums">
          {token.memberCount} of {token.groupSize} seats
        </span>
      </div>
      {members.data ? (
        members.data.length === 0 ? (
          <p className="text-sm text-muted">Nobody has taken a seat yet.</p>
        ) : (
          <ul className="flex flex-col">
            {members.data.map((member) => (
              <li key={member.uid}>
                <Link
                  to="/user/$address"
                  params={{ address: member.address }}
                  className="block rounded-control hover:bg-surface"
                >
                  <MemberRow member={member} symbol={token.symbol} />
                </Link>
              </li>
            ))}
          </ul>
        )
      ) : members.error ? (
        <QueryError error={members.error} onRetry={() => void members.refetch()} />
      ) : (
        <Loading label="Loading members">
          <Skeleton className="my-1 h-11" />
          <Skeleton className="my-1 h-11" />
        </Loading>
      )}
    </section>
  );
};
