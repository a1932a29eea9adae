import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LiveSummary } from "@tribe/contract";
import { Skeleton } from "@tribe/ui";
import { Flame } from "@tribe/ui/flame";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { LiveMark } from "../../shared/live/LiveMark.tsx";
import { livesQuery } from "../../shared/live/lives.ts";
import { subscribersQuery, tokenQuery } from "../../shared/queries/token.ts";
import { useStore } from "../../shared/state/store.ts";
import { seatsOf } from "../../shared/tokens/tribe-seats.ts";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { seatPrice } from "../../shared/trading/seat/seat-entry.ts";
import { shortSol } from "./listing/listed-figures.ts";

/** The fullest lives have a card; all others their mark in the list. */
const maxCards = 3;

/** The Tribes that are live, each with what it is about and who sits there. */
export const LiveNow = () => {
  const { data: lives = [] } = useQuery(livesQuery);
  if (lives.length === 0) return null;
  const shown = lives.toSorted((one, other) => other.viewers - one.viewers).slice(0, maxCards);
  return (
    <section aria-labelledby="live-now" className="border-b border-line px-5 pt-4 pb-5">
      <h2 id="live-now" className="flex min-h-8 items-center text-sm font-semibold">
        Live now
      </h2>
      <ul className="flex flex-col gap-3 pt-1">
        {shown.map((live) => (
          <li key={live.mint}>
            <LiveCard live={live} />
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Where its Tribe can't be read, what it is about stands alone and still leads there. */
const LiveCard = ({ live: { mint, title } }: { live: LiveSummary }) => {
  const { data: token, isError } = useQuery(tokenQuery(mint));
  const slippageBps = useStore(slippage);
  if (!token && !isError) return <Skeleton className="h-30" />;
  const seat = token ? seatPrice(token, slippageBps) : null;
  return (
    <Link
      to="/chat/$mint"
      params={{ mint }}
      className="flex h-30 overflow-hidden rounded-card border border-line -outline-offset-2 transition-colors hover:border-line-strong"
    >
      <span className="flex min-w-0 flex-1 flex-col py-3 pl-3">
        {token ? (
          <span className="flex items-center gap-2 pb-1.5">
            <PersonAvatar seed={mint} src={token.pfp} name="" size={32} shape="token" />
            <bdi className="truncate text-sm font-semibold">{token.name}</bdi>
          </span>
        ) : null}
        <span dir="auto" className="line-clamp-2 text-sm leading-5 text-pretty [overflow-wrap:anywhere]">
          {title}
        </span>
        <span className="mt-auto truncate text-xs text-muted tabular-nums">
          {seat !== null
            ? `Seat ${shortSol(seat)} SOL`
            : token
              ? `${token.memberCount} of ${token.groupSize} seats`
              : null}
        </span>
      </span>
      <span className="relative w-30 shrink-0 [background:var(--tribe-stage)]">
        <span className="absolute top-2 right-2">
          <LiveMark mint={mint} />
        </span>
        {token ? <Fireside mint={mint} groupSize={token.groupSize} /> : null}
      </span>
    </Link>
  );
};

/** Where the five faces sit, in an arc above the flame: pixels from the middle and from the foot. */
const places = [
  { x: -40, y: 18 },
  { x: -23, y: 42 },
  { x: 0, y: 52 },
  { x: 23, y: 42 },
  { x: 40, y: 18 },
] as const;

/** The Chief in the middle, and the first four seats beside them. */
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
            className="absolute left-1/2 rounded-full border-2 border-bg"
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
