import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { classes, Loading, Skeleton } from "@tribe/ui";
import { RingedFace } from "@tribe/ui/seats";
import { SeatsAround } from "@tribe/ui/seats-around";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { livesQuery } from "../../shared/live/lives.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { ownSeatsQuery } from "../../shared/queries/own-seats.ts";
import { realtimeStatus } from "../../shared/realtime/connection.ts";
import { useServerFrames } from "../../shared/realtime/hooks.ts";
import { useStore } from "../../shared/state/store.ts";
import { type HeldSeat, heldSeatWords, isAtRisk, marginOf, worstFirst } from "../../shared/tokens/held-seats.ts";
import { type Activity, activityFlow, activityWords } from "./activity-words.ts";
import { activityQuery } from "./listing/queries.ts";
import { LiveNow } from "./live/LiveNow.tsx";

/** The panel beside the list on wide screens: the person's own seats, live Tribes, and the activity in all Tribes. */
export const HomePanel = ({
  hasLives,
}: {
  /** Whether live Tribes are shown in this panel. */
  hasLives: boolean;
}) => {
  const user = useLocalUser();
  const seats = useQuery({ ...ownSeatsQuery, enabled: Boolean(user) });
  const lives = useQuery(livesQuery);
  // Wait for both: their heights decide where the parts below them are, and a late one would move those.
  const isPending = [seats, lives].some(isAwaited);
  if (user === undefined || isPending)
    return (
      <Loading label="Loading seats and lives">
        <div className="flex flex-col gap-4 px-5 pt-5">
          {["a", "b", "c", "d", "e", "f"].map((key) => (
            <Skeleton key={key} className="h-8" />
          ))}
        </div>
      </Loading>
    );
  return (
    <>
      <YourSeats />
      {hasLives ? <LiveNow /> : null}
      <HappeningNow />
    </>
  );
};

const YourSeats = () => {
  const user = useLocalUser();
  const { data: seats } = useQuery({ ...ownSeatsQuery, enabled: Boolean(user) });
  if (!user || !seats || seats.length === 0) return null;
  const held = seats.filter(({ number }) => number !== null).length;
  return (
    <section aria-labelledby="your-seats" className="border-b border-line px-5 pt-4 pb-3">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h2 id="your-seats" className="text-sm font-semibold">
          Your seats
        </h2>
        <p className="text-xs text-muted">
          {held} of {seats.length} held
        </p>
      </div>
      <ul className="-mx-2">
        {worstFirst(seats).map((seat) => (
          <li key={seat.mint}>
            <Link
              to={seat.number === null ? "/token/$mint" : "/chat/$mint"}
              params={{ mint: seat.mint }}
              className="flex min-h-14 items-center gap-3 rounded-control px-2 -outline-offset-2 transition-colors hover:bg-surface active:bg-raised"
            >
              <SeatsAround taken={seat.memberCount} seats={seat.groupSize} own={seat.number}>
                <PersonAvatar seed={seat.mint} src={seat.pfp} name="" size={36} shape="token" />
              </SeatsAround>
              <SeatLine seat={seat} />
              {seat.number === null ? null : (
                <RingedFace size={36} margin={marginOf(seat)} isRisk={isAtRisk(seat)}>
                  <PersonAvatar seed={user.uid} src={user.pfp} name="" size={30} />
                </RingedFace>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

const SeatLine = ({ seat }: { seat: HeldSeat }) => (
  <span className="flex min-w-0 flex-1 flex-col">
    <span className="truncate text-sm font-semibold">{seat.name}</span>
    <span className={classes("truncate text-xs tabular-nums", isAtRisk(seat) ? "font-medium text-risk" : "text-muted")}>
      {heldSeatWords(seat)}
    </span>
  </span>
);

/** A burst of trades causes one refetch. Milliseconds. */
const restMs = 2_000;

const HappeningNow = () => {
  const cache = useQueryClient();
  const isLive = useStore(realtimeStatus) === "live";
  const { data: activities, isError } = useQuery(activityQuery);
  useServerFrames((frame) => {
    if (frame.type !== "trade" && frame.type !== "tokenCreated") return;
    const age = Date.now() - (cache.getQueryState(activityQuery.queryKey)?.dataUpdatedAt ?? 0);
    // A change within these two seconds is loaded by the query's refetch interval or with the next trade.
    if (age > restMs) void cache.invalidateQueries({ queryKey: activityQuery.queryKey }, { cancelRefetch: false });
  });
  return (
    <section aria-labelledby="happening" className="px-5 pt-4 pb-12">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h2 id="happening" className="text-sm font-semibold">
          Happening now
        </h2>
        {isLive ? (
          <p className="flex items-center gap-1.5 text-xs font-medium text-up">
            <span aria-hidden className="size-1.5 rounded-full bg-up" />
            Live
          </p>
        ) : null}
      </div>
      {activities ? (
        activities.length === 0 ? (
          <p className="py-2 text-sm text-muted">Nothing yet. Trades and new seats show up here.</p>
        ) : (
          <ul className="-mx-2">
            {activities.map((activity) => (
              <ActivityRow
                key={`${activity.kind} ${activity.at} ${activity.tribe.mint} ${activity.person.address} ${activity.value}`}
                activity={activity}
              />
            ))}
          </ul>
        )
      ) : isError ? (
        <p className="py-2 text-sm text-muted">This didn't load. It tries again by itself.</p>
      ) : (
        <Loading label="Loading what happens">
          {["a", "b", "c", "d", "e"].map((key) => (
            <Skeleton key={key} className="my-2 h-8" />
          ))}
        </Loading>
      )}
    </section>
  );
};

const ActivityRow = ({ activity }: { activity: Activity }) => {
  const { person, tribe, at } = activity;
  const flow = activityFlow(activity);
  return (
    <li>
      <Link
        to="/token/$mint"
        params={{ mint: tribe.mint }}
        className="flex min-h-9 items-start gap-3 rounded-control px-2 py-2 text-sm leading-5 -outline-offset-2 transition-colors hover:bg-surface active:bg-raised"
      >
        <PersonAvatar seed={person.uid ?? person.address} src={person.pfp} name="" size={20} />
        <span className="min-w-0 flex-1 text-muted [overflow-wrap:anywhere]">
          <bdi className="font-semibold text-text">{person.displayName}</bdi> {activityWords(activity)}
          {flow ? (
            <span className="text-xs whitespace-nowrap tabular-nums">
              <span aria-hidden> {flow.shown}</span>
              <span className="sr-only"> {flow.spoken}</span>
            </span>
          ) : null}
        </span>
        <TimeAgo at={at} isShort className="shrink-0 text-xs leading-5 text-muted" />
      </Link>
    </li>
  );
};
