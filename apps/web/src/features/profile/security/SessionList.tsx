import { queryOptions, useQuery } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { Button, Loading, Skeleton } from "@tribe/ui";
import { Laptop, Smartphone } from "@tribe/ui/icons";
import { api } from "../../../shared/api/api.ts";
import { QueryError } from "../../../shared/components/QueryError.tsx";
import { TimeAgo } from "../../../shared/components/TimeAgo.tsx";
import { keys } from "../../../shared/queries/keys.ts";
import { shortDate } from "../../../shared/time/clock.ts";
import { askToEndOthers, askToEndSession } from "./end-sessions.ts";
import { SecurityFact } from "./SecurityFact.tsx";

type Session = AnswerOf<typeof routes.identity.sessions>["sessions"][number];

/** Refetched whenever the list is opened. */
export const sessionsQuery = queryOptions({
  queryKey: keys.sessions(),
  queryFn: async ({ signal }) => (await api(routes.identity.sessions, { signal })).sessions,
  staleTime: 0,
});

/** The person's sessions by device, each with a button to end it. */
export const SessionList = () => {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <section aria-labelledby="sessions-heading" className="flex flex-col gap-2">
      <h2 id="sessions-heading" className="font-display text-lg font-semibold">
        Where you're signed in
      </h2>
      {data ? (
        <Sessions sessions={data} />
      ) : error ? (
        <QueryError isPart error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading your sessions">
          <Skeleton className="h-32" />
        </Loading>
      )}
    </section>
  );
};

const Sessions = ({ sessions }: { sessions: readonly Session[] }) => {
  // This session first, even if others were used later.
  const ordered = [...sessions.filter(({ isThis }) => isThis), ...sessions.filter(({ isThis }) => !isThis)];
  const others = sessions.length - 1;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {ordered.map((session) => (
          <Line key={session.sessionId} session={session} />
        ))}
      </ul>
      {others > 0 ? (
        <Button small variant="danger" className="self-start" onClick={() => askToEndOthers(others)}>
          Sign out everywhere else
        </Button>
      ) : null}
      <div className="mt-2">
        <SecurityFact title="New devices" sentence="We e-mail you when someone signs in on a new device.">
          <p>
            A session ends after 30 days without use, and after 90 days either way. Device and network are what the
            browser told us.
          </p>
        </SecurityFact>
      </div>
    </>
  );
};

const Line = ({ session }: { session: Session }) => {
  const { device, network, signedInAt, usedAt, isThis } = session;
  const isPhone = /iPhone|Android/.test(device);
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <span aria-hidden className="text-muted">
        {isPhone ? <Smartphone size={20} /> : <Laptop size={20} />}
      </span>
      <span className="flex min-w-0 flex-1 flex-col text-sm">
        <span className="truncate font-medium">{device}</span>
        <span className="text-muted">
          {isThis ? <b className="font-semibold text-text">This device</b> : <Used at={usedAt} />} · {network}
        </span>
        <span className="text-xs text-muted">Signed in {shortDate(signedInAt)}</span>
      </span>
      {isThis ? null : (
        <Button small aria-label={`Sign out ${device}`} onClick={() => askToEndSession(session)}>
          Sign out
        </Button>
      )}
    </li>
  );
};

const Used = ({ at }: { at: number }) => (
  <>
    Used <TimeAgo at={at} />
  </>
);
