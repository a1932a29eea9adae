import { Link } from "@tanstack/react-router";
import type { LiveSummary, TokenSummary } from "@tribe/contract";
import { formatAmount, formatCost, pricesOf } from "@tribe/domain/money";
import { classes } from "@tribe/ui";
import { Pips } from "@tribe/ui/pips";
import { SeatsAround } from "@tribe/ui/seats-around";
import { memo } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { PriceChange } from "../../../shared/components/PriceChange.tsx";
import { Sparkline } from "../../../shared/components/Sparkline.tsx";
import { Worth } from "../../../shared/fiat/Worth.tsx";
import { LiveBadge } from "../../../shared/live/LiveMark.tsx";
import type { Company } from "../../../shared/queries/companions.ts";
import { changeBps } from "../../../shared/tokens/token-facts.ts";
import { Faces } from "../Faces.tsx";
import { narrowColumns, wideColumns } from "./columns.ts";
import { freeSeats, seatWords, shortSol } from "./listed-figures.ts";

interface TokenRowProps {
  readonly token: TokenSummary;
  readonly rank: number;
  /** The members there with whom the signed-in person shares a Tribe. */
  readonly company: Company | null;
  readonly live: LiveSummary | null;
}

const rowLook = "rounded-card -outline-offset-2 transition-colors hover:bg-surface active:bg-raised";

const directionOf = ({ price, priceDayAgo }: TokenSummary): "up" | "down" | "none" => {
  const change = changeBps(price, priceDayAgo);
  return !change ? "none" : change > 0 ? "up" : "down";
};

/** A figure's unit for screen readers; others see it in the column's heading. */
const Said = ({ children }: { children: string }) => <span className="sr-only">{children}</span>;

const Rank = ({ rank }: { rank: number }) => (
  <span aria-hidden className="text-sm text-muted tabular-nums">
    {rank}
  </span>
);

/** The price in the same form as on the Tribe's page. */
const Price = ({ token }: { token: TokenSummary }) => (
  <>
    {formatAmount(pricesOf(token).shown(token.price))}
    <Said> SOL</Said>
  </>
);

/** The quantity that the price is for, if it is not one token. */
const Per = ({ token }: { token: TokenSummary }) => {
  const { per } = pricesOf(token);
  return per ? <span className="text-xs leading-4 whitespace-nowrap text-muted"> {per}</span> : null;
};

const DayChange = ({ token }: { token: TokenSummary }) => (
  <>
    <PriceChange now={token.price} before={token.priceDayAgo} className="font-medium" />
    {token.priceDayAgo === null ? null : <Said> in 24 hours</Said>}
  </>
);

/** One row of the table. Renders again only when its own props change. */
export const WideTokenRow = memo(({ token, rank, company, live }: TokenRowProps) => (
  <Link to="/token/$mint" params={{ mint: token.mint }} className={classes(wideColumns, rowLook, "h-12 text-sm")}>
    <Rank rank={rank} />
    <span className="flex min-w-0 items-center gap-3">
      <SeatsAround taken={token.memberCount} seats={token.groupSize}>
        <PersonAvatar seed={token.mint} src={token.pfp} name="" size={36} shape="token" />
      </SeatsAround>
      <span className="flex min-w-0 flex-col">
        <span className="flex items-center gap-2">
          <span className="truncate leading-5 font-medium">{token.name} </span>
          <LiveBadge live={live} />
        </span>
        <span className="flex h-4 items-center gap-1.5 text-xs leading-4 text-muted">
          {token.symbol}
          <Faces company={company} />
        </span>
      </span>
    </span>
    <Sparkline heights={token.dayLine} width={88} direction={directionOf(token)} />
    <span className="flex flex-col items-end text-right">
      <span className="leading-5 font-semibold tabular-nums">
        <Price token={token} />
      </span>
      <Per token={token} />
    </span>
    <span className="text-right">
      <DayChange token={token} />
    </span>
    <span className="text-right text-muted tabular-nums">
      <Said>Market cap </Said>
      {shortSol(token.marketCap)}
    </span>
    <span className="text-right text-muted tabular-nums">
      <Said>Volume </Said>
      {shortSol(token.volume)}
    </span>
    <span className="flex flex-col items-end gap-0.5">
      <span
        className={classes(
          "text-xs leading-4 tabular-nums",
          freeSeats(token) > 0 ? "font-semibold text-ember-text" : "text-muted",
        )}
      >
        {token.memberCount} of {token.groupSize}
        <Said> seats taken</Said>
      </span>
      <Pips taken={token.memberCount} seats={token.groupSize} />
    </span>
    <span className="flex flex-col items-end text-right">
      <span className="leading-5 font-semibold tabular-nums">
        <Said>Seat now </Said>
        {token.seatPrice === null ? "–" : formatCost(token.seatPrice)}
      </span>
      {token.seatPrice === null ? null : (
        <Worth lamports={token.seatPrice} rounding="up" className="text-xs leading-4" />
      )}
    </span>
  </Link>
));
WideTokenRow.displayName = "WideTokenRow";

/** One line of the list on a phone. */
export const NarrowTokenRow = memo(({ token, rank, company, live }: TokenRowProps) => (
  <Link to="/token/$mint" params={{ mint: token.mint }} className={classes(narrowColumns, rowLook, "min-h-17")}>
    <Rank rank={rank} />
    <SeatsAround taken={token.memberCount} seats={token.groupSize}>
      <PersonAvatar seed={token.mint} src={token.pfp} name="" size={40} shape="token" />
    </SeatsAround>
    <span className="flex min-w-0 flex-col">
      <span className="flex items-center gap-2">
        <span className="relative truncate font-medium">
          <bdi>{token.name}</bdi> <Said>{token.symbol}</Said>
        </span>
        <LiveBadge live={live} />
      </span>
      <span
        className={classes(
          "flex gap-x-1.5 text-xs tabular-nums",
          freeSeats(token) > 0 ? "font-semibold text-ember-text" : "text-muted",
        )}
      >
        {/* Without room for both the price wraps as a whole: a figure that is cut reads as another one. */}
        <span className="max-w-full shrink-0">{seatWords(token)}</span>
        {/* Faces for which there is no room wrap to a second line, which is clipped. */}
        <span className="flex h-lh min-w-0 flex-1 flex-wrap items-center overflow-hidden">
          <span className="h-lh w-px" />
          <Faces company={company} isFew />
        </span>
      </span>
    </span>
    <span className="@max-[18em]:hidden">
      <Sparkline heights={token.dayLine} width={52} direction={directionOf(token)} />
    </span>
    <span className="flex flex-col items-end @max-[18em]:col-start-3 @max-[18em]:items-start @max-[18em]:pb-2">
      <span className="text-sm leading-6 font-medium tabular-nums min-[390px]:text-base">
        <Price token={token} />
      </span>
      <Per token={token} />
      <span className="text-xs">
        <DayChange token={token} />
      </span>
    </span>
  </Link>
));
NarrowTokenRow.displayName = "NarrowTokenRow";
