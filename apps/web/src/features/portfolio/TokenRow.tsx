import { Link } from "@tanstack/react-router";
import { tokenUnits } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { Amount } from "@tribe/ui";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { PriceChange } from "../../shared/components/PriceChange.tsx";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { formatNewTokens } from "../../shared/trading/amount/new-tokens.ts";
import type { HeldSeat, Holding } from "./queries.ts";

/** One token: how much of it, the seat that it brings, its worth, and how far its price is from what was paid. */
export const TokenRow = ({ holding, seat }: { holding: Holding; seat: HeldSeat | null }) => {
  const { mint, name, symbol, pfp, amount, migrated, value, price, averagePaid } = holding;
  return (
    <Link
      to="/token/$mint"
      params={{ mint }}
      className="flex min-h-16 items-center gap-3 rounded-card px-2 py-2 transition-colors hover:bg-surface"
    >
      <PersonAvatar seed={mint} src={pfp} name="" size={40} shape="token" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium">{name}</span>
          <Sol lamports={value} className="shrink-0 font-medium" />
        </span>
        <span className="flex items-baseline justify-between gap-3 text-sm text-muted">
          <span className="truncate">
            {migrated ? (
              <Amount text={formatNewTokens(migrated.newTokens)} unit={symbol} />
            ) : (
              <Tokens units={amount} symbol={symbol} />
            )}
            {seat ? ` · ${seatWords(seat, migrated !== null)}` : ""}
          </span>
          {averagePaid === null ? (
            <span className="shrink-0">not bought</span>
          ) : (
            <PriceChange now={price} before={averagePaid} className="shrink-0 text-sm" />
          )}
        </span>
        {migrated && migrated.oldTokens > 0n ? (
          <span className="text-xs text-ember-text">
            and <Tokens units={migrated.oldTokens} symbol={`old ${symbol}`} />, to convert before swapping
          </span>
        ) : null}
      </span>
    </Link>
  );
};

/** What it takes is in old tokens, which nobody counts in after a migration. */
const seatWords = ({ number, holding, cut }: HeldSeat, isMigrated: boolean): string => {
  if (number !== null) return `Seat ${number}`;
  return holding < cut && !isMigrated ? `${formatAmount(tokenUnits(cut - holding))} to go` : "No seat";
};
