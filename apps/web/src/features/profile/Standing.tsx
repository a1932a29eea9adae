import { Link } from "@tanstack/react-router";
import type { AnswerOf, routes } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { Skeleton } from "@tribe/ui";
import { RingedFace } from "@tribe/ui/seats";
import { SeatsAround } from "@tribe/ui/seats-around";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { type HeldSeat, isAtRisk, marginOf } from "../../shared/tokens/held-seats.ts";

type Standing = AnswerOf<typeof routes.market.standing>;

const row =
  "flex min-h-14 flex-wrap items-center gap-x-3 rounded-control px-2 -outline-offset-2 transition-colors hover:bg-surface active:bg-raised";

const Part = ({ id, title, aside, children }: { id: string; title: string; aside: ReactNode; children: ReactNode }) => (
  <section aria-labelledby={id} className="flex flex-col gap-1 border-t border-line pt-4">
    <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-3">
      <h2 id={id} className="text-sm font-semibold">
        {title}
      </h2>
      <p className="text-xs text-muted">{aside}</p>
    </div>
    {children}
  </section>
);

/** A person's seats, each with its ring. */
export const Seats = ({
  seats,
  user,
}: {
  seats: readonly HeldSeat[];
  user: { readonly uid: string; readonly pfp: string | null };
}) => (
  <Part id="seats-heading" title="Seats" aside={seats.length > 0 ? seats.length : null}>
    {seats.length === 0 ? (
      <p className="py-2 text-sm text-muted">No seat in any Tribe right now.</p>
    ) : (
      <ul className="-mx-2">
        {seats.map((seat) => (
          <li key={seat.mint}>
            <Link to="/token/$mint" params={{ mint: seat.mint }} className={row}>
              <SeatsAround taken={seat.memberCount} seats={seat.groupSize}>
                <PersonAvatar seed={seat.mint} src={seat.pfp} name="" size={36} shape="token" />
              </SeatsAround>
              <span className="flex min-w-0 flex-1 basis-[8em] flex-col">
                <bdi className="truncate text-sm font-medium">{seat.name}</bdi>
                <span className="text-xs text-muted tabular-nums wrap-anywhere">
                  Seat {seat.number} of {seat.groupSize} · {formatAmount(seat.holding)} {seat.symbol}
                </span>
              </span>
              <RingedFace size={36} margin={marginOf(seat)} isRisk={isAtRisk(seat)}>
                <PersonAvatar seed={user.uid} src={user.pfp} name="" size={30} />
              </RingedFace>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Part>
);

/** A person's holdings, the most valuable first. */
export const Holdings = ({ standing: { holdings, count, value } }: { standing: Standing }) => (
  <Part
    id="holdings-heading"
    title="Holdings"
    aside={
      count > 0 ? (
        <>
          <Sol lamports={value} /> <Worth lamports={value} />
        </>
      ) : null
    }
  >
    {holdings.length === 0 ? (
      <p className="py-2 text-sm text-muted">No tokens right now.</p>
    ) : (
      <>
        <ul className="-mx-2">
          {holdings.map(({ mint, name, symbol, pfp, amount, value: worth }) => (
            <li key={mint}>
              <Link to="/token/$mint" params={{ mint }} className={row}>
                <PersonAvatar seed={mint} src={pfp} name="" size={36} shape="token" />
                <span className="flex min-w-0 flex-1 basis-[8em] flex-col">
                  <bdi className="truncate text-sm font-medium">{name}</bdi>
                  <span className="text-xs text-muted tabular-nums wrap-anywhere">
                    {formatAmount(amount)} {symbol}
                  </span>
                </span>
                <Sol lamports={worth} className="ml-auto text-sm" />
              </Link>
            </li>
          ))}
        </ul>
        {count > holdings.length ? <p className="py-2 text-xs text-muted">and {count - holdings.length} more</p> : null}
      </>
    )}
  </Part>
);

/** The placeholder of both while they load. */
export const StandingSkeleton = () => (
  <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-10">
    {["seats", "holdings"].map((key) => (
      <div key={key} className="flex flex-col gap-2 border-t border-line pt-4">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    ))}
  </div>
);
