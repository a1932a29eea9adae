import { Link } from "@tanstack/react-router";
import type { TokenSummary } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { Amount } from "@tribe/ui";
import { Coins, Users } from "lucide-react";
import { memo } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { PriceChange } from "../../shared/components/PriceChange.tsx";
import { Sol } from "../../shared/components/Sol.tsx";

/** One line of the listing. Drawn again only when its own token changes. */
export const TokenRow = memo(({ token, rank }: { token: TokenSummary; rank: number }) => (
  <Link
    to="/token/$mint"
    params={{ mint: token.mint }}
    className="flex min-h-16 items-center gap-3 rounded-card px-2 py-2 -outline-offset-2 transition-colors hover:bg-surface"
  >
    <span aria-hidden className="hidden w-9 shrink-0 text-right text-sm text-muted tabular-nums sm:block">
      {rank}
    </span>
    <PersonAvatar seed={token.mint} src={token.pfp} name="" size={48} shape="token" />
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="flex items-baseline justify-between gap-3">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate font-medium">{token.name}</span>
          <span className="shrink-0 text-xs text-muted">{token.symbol}</span>
        </span>
        <Sol lamports={token.price} className="shrink-0 font-display font-semibold" />
      </span>
      <span className="flex items-center justify-between gap-3 text-xs text-muted">
        <span className="flex min-w-0 items-center gap-x-3">
          <span className="inline-flex shrink-0 items-center gap-1 tabular-nums">
            <Users aria-hidden size={12} />
            {token.memberCount}/{token.groupSize}
            <span className="sr-only"> members</span>
          </span>
          <span className="inline-flex shrink-0 items-center gap-1 tabular-nums">
            <Coins aria-hidden size={12} />
            {token.holderCount}
            <span className="sr-only"> holders</span>
          </span>
          <span className="truncate">
            <span className="sr-only sm:not-sr-only">Volume </span>
            <Amount text={formatAmount(token.volume, { significant: 2 })} unit="SOL" />
          </span>
        </span>
        <span className="shrink-0">
          <PriceChange now={token.price} before={token.priceDayAgo} className="text-xs" />
          {token.priceDayAgo === null ? null : (
            <>
              <span aria-hidden> 24h</span>
              <span className="sr-only"> in 24 hours</span>
            </>
          )}
        </span>
      </span>
    </span>
  </Link>
));
TokenRow.displayName = "TokenRow";
