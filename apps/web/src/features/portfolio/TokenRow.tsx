import { Link } from "@tanstack/react-router";
import { tokenUnits } from "@tribe/contract";
import { formatAmount, formatNewTokens } from "@tribe/domain/money";
import { Amount } from "@tribe/ui";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { PriceChange } from "../../shared/components/PriceChange.tsx";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { Sparkline } from "../../shared/components/Sparkline.tsx";
import { type HeldSeat, isAtRisk } from "../../shared/tokens/held-seats.ts";
import type { Holding } from "./queries.ts";

/** A held token: its amount, the seat that comes with it, its value, and its price relative to the average paid. */
export const TokenRow = ({ holding, seat }: { holding: Holding; seat: HeldSeat | null }) => {
  const { mint, name, symbol, pfp, amount, migrated, value, price, averagePaid, priceDayAgo, dayLine } = holding;
  const moved = priceDayAgo === null ? 0n : price - priceDayAgo;
  return (
    <Link
      to="/token/$mint"
      params={{ mint }}
      className="flex min-h-16 flex-wrap items-center gap-x-3 rounded-card px-2 py-2 transition-colors hover:bg-surface"
    >
      <PersonAvatar seed={mint} src={pfp} name="" size={40} shape="token" />
      <span className="flex min-w-0 flex-1 basis-[6em] flex-col">
        <bdi className="truncate font-medium">{name}</bdi>
        <span className="text-sm text-muted wrap-anywhere *:whitespace-normal!">
          {migrated ? (
            <Amount text={formatNewTokens(migrated.newTokens)} unit={symbol} />
          ) : (
            <Tokens units={amount} symbol={symbol} />
          )}
          {seat ? (
            <>
              {" · "}
              <span className={isAtRisk(seat) ? "text-risk" : ""}>{seatWords(seat, migrated !== null)}</span>
            </>
          ) : null}
        </span>
        {migrated && migrated.oldTokens > 0n ? (
          <span className="text-xs text-ember-text">
            and <Tokens units={migrated.oldTokens} symbol={`old ${symbol}`} />, to convert before swapping
          </span>
        ) : null}
      </span>
      <span className="hidden w-20 shrink-0 sm:block">
        <Sparkline heights={dayLine} width={80} direction={moved > 0n ? "up" : moved < 0n ? "down" : "none"} />
      </span>
      <span className="ml-auto flex min-w-24 shrink-0 flex-col items-end">
        <Sol lamports={value} className="font-medium" />
        {averagePaid === null ? (
          <span className="text-sm text-muted">not bought</span>
        ) : (
          <PriceChange now={price} before={averagePaid} className="text-sm" />
        )}
      </span>
    </Link>
  );
};

/** Leaves out the missing amount after a migration: it is in old tokens, which people no longer use. */
const seatWords = (seat: HeldSeat, isMigrated: boolean): string => {
  const { number, holding, cut } = seat;
  if (number !== null) return `Seat ${number}${isAtRisk(seat) ? ", at the cut" : ""}`;
  if (isMigrated) return "No seat";
  return holding < cut ? `${formatAmount(tokenUnits(cut - holding))} to go` : "Can join";
};
