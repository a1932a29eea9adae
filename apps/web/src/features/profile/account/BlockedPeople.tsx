import { useQuery } from "@tanstack/react-query";
import { Button, Loading, Skeleton } from "@tribe/ui";
import { useState } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../../shared/components/QueryError.tsx";
import { unblockPerson } from "../../../shared/people/block-person.ts";
import { type Blocked, blocksQuery } from "../../../shared/people/blocks.ts";

/** The people whom the signed-in person has blocked, each with a button to unblock. */
export const BlockedPeople = () => {
  const { data, error, refetch } = useQuery(blocksQuery);
  return (
    <section aria-labelledby="blocked-heading" className="flex flex-col gap-2 border-t border-line pt-4">
      <h2 id="blocked-heading" className="text-sm font-semibold">
        Blocked people
      </h2>
      {data ? (
        data.length === 0 ? (
          <p className="text-sm text-pretty text-muted">
            Nobody. To block somebody, open their profile or one of their messages.
          </p>
        ) : (
          <ul>
            {data.map((person) => (
              <Line key={person.uid} person={person} />
            ))}
          </ul>
        )
      ) : error ? (
        <QueryError isPart error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading blocked people">
          <Skeleton className="h-12" />
        </Loading>
      )}
    </section>
  );
};

const Line = ({ person }: { person: Blocked }) => {
  const [isBusy, setBusy] = useState(false);
  return (
    <li className="flex min-h-14 items-center gap-3">
      <PersonAvatar seed={person.uid} src={person.pfp} name="" size={36} />
      <bdi className="min-w-0 flex-1 truncate text-sm font-medium">{person.displayName}</bdi>
      <Button
        small
        busy={isBusy}
        aria-label={`Unblock ${person.displayName}`}
        onClick={() => {
          setBusy(true);
          void unblockPerson(person).finally(() => setBusy(false));
        }}
      >
        Unblock
      </Button>
    </li>
  );
};
