import { Link } from "@tanstack/react-router";
import { tokenUnits } from "@tribe/contract";
import { gainFigures, valueOfKnown } from "@tribe/domain/gains";
import { formatAmount, formatNewTokens } from "@tribe/domain/money";
import { Amount } from "@tribe/ui";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { Sparkline } from "../../shared/components/Sparkline.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { GainChange } from "../../shared/gains/GainChange.tsx";
import { unknownAmount } from "../../shared/gains/unknown-words.ts";
import type { Cost } from "../../shared/queries/costs.ts";
import { type HeldSeat, isAtRisk } from "../../shared/tokens/held-seats.ts";
import type { Holding } from "./queries.ts";

/** A held token: its amount, the seat that comes with it, its value, and what that is more or less than what was paid. */
export const TokenRow = ({
  holding,
  seat,
  cost,
}: {
  holding: Holding;
  seat: HeldSeat | null;
  /** Null while it isn't known. */
  cost: Cost | null;
}) => {
  const { mint, name, symbol, pfp, amount, migrated, value, price, priceDayAgo, dayLine } = holding;
  // A trade may be in one of the two answers and not yet in the other.
  const current = cost?.amount === amount ? cost : null;
  const unknown = current ? unknownAmount(current, symbol) : null;
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
        {unknown && current && current.known > 0n ? (
          <span className="text-xs text-muted">Cost unknown for {unknown}</span>
        ) : null}
      </span>
      <span className="hidden w-20 shrink-0 sm:block">
        <Sparkline heights={dayLine} width={80} direction={moved > 0n ? "up" : moved < 0n ? "down" : "none"} />
      </span>
      <span className="ml-auto flex min-w-24 shrink-0 flex-col items-end">
        <Sol lamports={value} className="font-medium" />
        <Worth lamports={value} className="text-sm" />
        {current === null ? (
          <span aria-hidden className="min-h-lh text-sm" />
        ) : current.known === 0n ? (
          <span className="text-sm text-muted">Cost unknown</span>
        ) : (
          <GainChange
            figures={gainFigures(valueOfKnown({ units: amount, known: current.known }, value), current.cost)}
            // Beside the name on a phone, too: a long gain breaks before its percent.
            className="text-sm max-sm:max-w-34 max-sm:text-right max-sm:whitespace-normal!"
          />
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
