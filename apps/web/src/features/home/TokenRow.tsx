import { Link } from "@tanstack/react-router";
import type { TokenSummary } from "@tribe/contract";
import { Users } from "lucide-react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { PriceChange } from "../../shared/components/PriceChange.tsx";
import { Sol } from "../../shared/components/Sol.tsx";

/** One line of the listing. */
export const TokenRow = ({ token, rank }: { token: TokenSummary; rank: number }) => (
  <li>
    <Link
      to="/token/$mint"
      params={{ mint: token.mint }}
      className="flex min-h-16 items-center gap-3 rounded-card px-2 py-2 transition-colors hover:bg-surface"
    >
      <span aria-hidden className="hidden w-6 shrink-0 text-right sm:block text-sm text-muted tabular-nums">
        {rank}
      </span>
      <PersonAvatar seed={token.mint} src={token.pfp} name="" size={48} shape="token" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{token.name}</span>
        <span className="flex items-center gap-3 text-xs text-muted">
          <span>{token.symbol}</span>
          <span className="inline-flex items-center gap-1">
            <Users aria-hidden size={12} />
            {token.memberCount}/{token.groupSize}
            <span className="sr-only"> members</span>
          </span>
          <span className="hidden truncate sm:inline">
            Volume <Sol lamports={token.volume} />
          </span>
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end">
        <Sol lamports={token.price} className="font-display font-semibold" />
        <PriceChange now={token.price} before={token.priceDayAgo} className="text-xs" />
      </span>
    </Link>
  </li>
);
