import { Link } from "@tanstack/react-router";
import { Amount } from "@tribe/ui";
import { ArrowDownLeft, ArrowUpRight, Users } from "lucide-react";
import { ExplorerIconLink } from "../../shared/components/ExplorerIconLink.tsx";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { formatNewTokens } from "../../shared/trading/amount/new-tokens.ts";
import type { Activity } from "./activity.ts";
import type { OwnTrade } from "./queries.ts";

/** One line: what it was, when, and what it cost or brought. */
export const ActivityLine = ({ activity }: { activity: Activity }) => {
  const { mint, symbol, name, signature } = activity.kind === "trade" ? activity.trade : activity.earning;
  const isIncome = activity.kind === "earning" || activity.trade.kind === "sell";
  const Icon = activity.kind === "earning" ? Users : isIncome ? ArrowUpRight : ArrowDownLeft;
  return (
    <div className="flex min-h-14 items-center gap-3 py-1 text-sm">
      <span aria-hidden className="flex size-9 shrink-0 items-center justify-center rounded-full bg-raised text-muted">
        <Icon size={16} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <Link
          to="/token/$mint"
          params={{ mint }}
          title={name}
          className="flex min-h-6 items-center font-medium underline-offset-2 hover:underline"
        >
          <span className="truncate">
            {activity.kind === "trade" ? <TradeWords trade={activity.trade} /> : `Earned from ${symbol} trades`}
          </span>
        </Link>
        <p className="text-xs text-muted">
          <TimeAgo at={activity.blockTime * 1_000} />
          {activity.kind === "earning" && !activity.earning.isPaid ? " · Not paid yet" : ""}
        </p>
      </div>
      <p className={`shrink-0 font-medium ${isIncome ? "text-up" : ""}`}>
        {isIncome ? "+" : "−"}
        <Sol
          lamports={
            activity.kind === "trade"
              ? activity.trade.total
              : activity.earning.creatorFee + activity.earning.referralFee
          }
        />
      </p>
      <ExplorerIconLink signature={signature} />
    </div>
  );
};

const TradeWords = ({ trade: { kind, amount, newTokens, symbol } }: { trade: OwnTrade }) => (
  <>
    {kind === "sell" ? "Sold" : "Bought"}{" "}
    {newTokens === null ? (
      <Tokens units={amount} symbol={symbol} />
    ) : (
      <>
        <Amount text={formatNewTokens(newTokens)} unit={symbol} /> in the pool
      </>
    )}
  </>
);
