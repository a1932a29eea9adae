import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Address, Mint } from "@tribe/contract";
import { tradeCursor } from "@tribe/domain/chart";
import { formatAmount, shortenAddress } from "@tribe/domain/money";
import { ArrowDown, ArrowUp } from "lucide-react";
import { PersonAvatar } from "../../components/PersonAvatar.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { historyQuery } from "../../queries/history.ts";
import { holdersQuery, subscribersQuery, useToken } from "../../queries/token.ts";
import { amountsOf } from "../../tokens/token-facts.ts";

/** About what a screen has room for; the chart's table has all. */
const maxTrades = 12;

/** Who bought and sold last, below the panel beside a room. Who neither sits nor holds is called by their address. */
export const RecentTrades = ({ mint }: { mint: Mint }) => {
  const { data: token } = useToken(mint);
  const { data: history } = useQuery(historyQuery(mint));
  const { data: members = [] } = useQuery(subscribersQuery(mint));
  const { data: holders = [] } = useQuery(holdersQuery(mint));
  const trades = history?.trades.slice(0, maxTrades) ?? [];
  if (!token || trades.length === 0) return null;
  const personAt = (address: Address) =>
    members.find((member) => member.address === address) ??
    holders.find(({ ownerAddress }) => ownerAddress === address);
  const written = amountsOf(token);
  return (
    <section aria-labelledby="recent-trades" className="pt-6">
      <h2 id="recent-trades" className="flex min-h-8 items-center text-sm font-semibold">
        Trades
      </h2>
      <ul className="-mx-2">
        {trades.map((trade) => {
          const person = personAt(trade.trader);
          const isSale = trade.kind === "sell";
          const Arrow = isSale ? ArrowDown : ArrowUp;
          return (
            <li key={tradeCursor(trade)}>
              <Link
                to="/user/$address"
                params={{ address: trade.trader }}
                className="flex min-h-9 items-center gap-3 rounded-control px-2 text-sm -outline-offset-2 transition-colors hover:bg-surface active:bg-raised"
              >
                <PersonAvatar seed={person?.uid ?? trade.trader} src={person?.pfp ?? null} name="" size={24} />
                <bdi className="min-w-0 flex-1 truncate">{person?.displayName ?? shortenAddress(trade.trader)}</bdi>
                <span className={`flex items-center gap-1 tabular-nums ${isSale ? "text-down" : "text-up"}`}>
                  <Arrow aria-hidden size={14} />
                  <span className="sr-only">{isSale ? "sold" : "bought"} </span>
                  {written.plain(trade.amount)}
                </span>
                <span className="w-16 text-right text-muted tabular-nums">
                  {formatAmount(trade.value)}
                  <span className="sr-only"> SOL</span>
                </span>
                <TimeAgo at={trade.blockTime * 1_000} className="w-14 text-right text-xs text-muted" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
