import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LiveSummary } from "@tribe/contract";
import { formatCost } from "@tribe/domain/money";
import { classes, Skeleton } from "@tribe/ui";
import { Flame } from "@tribe/ui/flame";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { Worth } from "../../../shared/fiat/Worth.tsx";
import { LiveBadge } from "../../../shared/live/LiveMark.tsx";
import { subscribersQuery, tokenQuery } from "../../../shared/queries/token.ts";
import { useStore } from "../../../shared/state/store.ts";
import { seatsOf } from "../../../shared/tokens/tribe-seats.ts";
import { slippage } from "../../../shared/trading/costs/slippage.ts";
import { seatPrice } from "../../../shared/trading/seat/seat-entry.ts";

/** A live Tribe, with the title of its session and its members. If the Tribe can't be loaded, the title alone links there. */
export const LiveCard = ({ live, hasEnded = false }: { live: LiveSummary; hasEnded?: boolean }) => {
  const { mint, title } = live;
  const { data: token, isError } = useQuery(tokenQuery(mint));
  const slippageBps = useStore(slippage);
  if (!token && !isError) return <Skeleton className="h-27 lg:h-30" />;
  const seat = token ? seatPrice(token, slippageBps) : null;
  return (
    <Link
      to="/chat/$mint"
      params={{ mint }}
      className="flex h-27 overflow-hidden rounded-card border border-line [background:radial-gradient(7.5rem_7rem_at_calc(100%-60px)_62%,var(--tribe-stage-light))] -outline-offset-2 transition-colors hover:border-line-strong lg:h-30"
    >
      <span className="flex min-w-0 flex-1 flex-col py-2.5 pl-3 lg:py-3">
        {token ? (
          <span className="flex items-center gap-2 pb-0.5 lg:pb-1.5">
            <PersonAvatar seed={mint} src={token.pfp} name="" size={28} shape="token" />
            <bdi className="truncate text-sm font-semibold">{token.name}</bdi>
          </span>
        ) : null}
        <span
          dir="auto"
          className={classes(
            "line-clamp-2 text-sm leading-5 text-pretty [overflow-wrap:anywhere]",
            hasEnded && "text-muted",
          )}
        >
          {hasEnded ? "This live has ended." : title}
        </span>
        <span className="mt-auto truncate text-xs leading-4 text-muted tabular-nums">
          {seat !== null ? (
            <>
              Seat {formatCost(seat)} SOL <Worth lamports={seat} rounding="up" />
            </>
          ) : token ? (
            `${token.memberCount} of ${token.groupSize} seats`
          ) : null}
        </span>
      </span>
      <span className="relative w-30 shrink-0">
        <span className="absolute top-2 right-2">
          <LiveBadge live={hasEnded ? null : live} />
        </span>
        {token ? <Fireside mint={mint} groupSize={token.groupSize} /> : null}
      </span>
    </Link>
  );
};

/** Positions of the five faces in an arc above the flame: pixels from the middle and from the bottom. */
const places = [
  { x: -40, y: 18 },
  { x: -23, y: 42 },
  { x: 0, y: 52 },
  { x: 23, y: 42 },
  { x: 40, y: 18 },
] as const;

/** The Chief in the middle, with the first four seats on both sides. */
const Fireside = ({ mint, groupSize }: Pick<LiveSummary, "mint"> & { groupSize: number }) => {
  const { data: members = [] } = useQuery(subscribersQuery(mint));
  const { chief, seated } = seatsOf(members, groupSize);
  const [first, second, third, fourth] = seated;
  const around = [third, first, chief, second, fourth];
  return (
    <span aria-hidden>
      {places.map(({ x, y }, index) => {
        const person = around[index]?.member;
        return person ? (
          <span
            key={x}
            className="absolute left-1/2 flex rounded-full border-2 border-bg"
            style={{ bottom: y, marginLeft: x - 16 }}
          >
            <PersonAvatar seed={person.uid} src={person.pfp} name="" size={28} />
          </span>
        ) : null;
      })}
      <span className="absolute bottom-4 left-1/2 -translate-x-1/2">
        <Flame size={20} />
      </span>
    </span>
  );
};
