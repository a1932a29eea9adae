import { Link } from "@tanstack/react-router";
import { lamports, newTokenUnits, tokenUnits } from "@tribe/contract";
import { formatNewTokens } from "@tribe/domain/money";
import { Amount } from "@tribe/ui";
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, type Icon, Users } from "@tribe/ui/icons";
import type { ReactNode } from "react";
import { ExplorerIconLink } from "../../shared/components/ExplorerIconLink.tsx";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import type { Activity } from "./activity.ts";
import type { OwnTrade, OwnTransfer } from "./queries.ts";

/** A line of the activity: its kind, its time, and what it cost or earned. */
export const ActivityLine = ({ activity }: { activity: Activity }) => {
  switch (activity.kind) {
    case "trade": {
      const { trade } = activity;
      const isIncome = trade.kind === "sell";
      return (
        <Line
          // A swap moves both ways: a single arrow in or out would contradict the amount beside it.
          icon={ArrowLeftRight}
          at={activity.blockTime}
          signature={trade.signature}
          isIncome={isIncome}
          amount={<Sol lamports={trade.total} />}
        >
          <ToToken mint={trade.mint} name={trade.name}>
            <TradeWords trade={trade} />
          </ToToken>
        </Line>
      );
    }
    case "earning": {
      const { earning } = activity;
      return (
        <Line
          icon={Users}
          at={activity.blockTime}
          note={earning.isPaid ? null : "Not paid yet"}
          signature={earning.signature}
          isIncome
          amount={<Sol lamports={earning.creatorFee + earning.referralFee} />}
        >
          <ToToken mint={earning.mint} name={earning.name}>
            Earned from {earning.symbol} trades
          </ToToken>
        </Line>
      );
    }
    case "transfer": {
      const { transfer } = activity;
      const isIncome = transfer.direction === "in";
      return (
        <Line
          icon={isIncome ? ArrowDownLeft : ArrowUpRight}
          at={activity.blockTime}
          note={transfer.memo}
          signature={transfer.signature}
          isIncome={isIncome}
          amount={<TransferAmount transfer={transfer} />}
        >
          <Link
            to="/user/$address"
            params={{ address: transfer.other.address }}
            title={transfer.other.address}
            className={title}
          >
            <span className="line-clamp-2 break-words">
              {isIncome ? "Received from" : "Sent to"} <bdi>{transfer.other.displayName}</bdi>
            </span>
          </Link>
        </Line>
      );
    }
  }
};

const title = "flex min-h-6 items-center font-medium underline-offset-2 hover:underline";

const Line = ({
  icon: Icon,
  at,
  note = null,
  signature,
  isIncome,
  amount,
  children,
}: {
  icon: Icon;
  /** Seconds since 1970. */
  at: number;
  /** Shown beside the time. */
  note?: string | null;
  signature: OwnTrade["signature"];
  isIncome: boolean;
  amount: ReactNode;
  /** The description of the activity. */
  children: ReactNode;
}) => (
  // With a large font the amount wraps to a line of its own.
  <div className="flex min-h-14 flex-wrap items-center gap-x-3 py-1 text-sm">
    <span aria-hidden className="flex size-9 shrink-0 items-center justify-center rounded-full bg-raised text-muted">
      <Icon size={16} />
    </span>
    <div className="flex min-w-0 flex-1 basis-[6em] flex-col">
      {children}
      <p className="flex flex-wrap gap-x-1 text-xs text-muted">
        <TimeAgo at={at * 1_000} />
        {note === null ? null : (
          <>
            <span aria-hidden>·</span>
            <bdi className="min-w-0 truncate">{note}</bdi>
          </>
        )}
      </p>
    </div>
    <span className="ml-auto flex shrink-0 items-center gap-3">
      <span className={`font-medium ${isIncome ? "text-up" : ""}`}>
        {isIncome ? "+" : "−"}
        {amount}
      </span>
      <ExplorerIconLink signature={signature} />
    </span>
  </div>
);

const ToToken = ({ mint, name, children }: Pick<OwnTrade, "mint" | "name"> & { children: ReactNode }) => (
  <Link to="/token/$mint" params={{ mint }} title={name} className={title}>
    <span className="line-clamp-2 break-words">{children}</span>
  </Link>
);

const TransferAmount = ({ transfer: { token, amount } }: { transfer: OwnTransfer }) =>
  token === null ? (
    <Sol lamports={lamports(amount)} />
  ) : token.isNew ? (
    <Amount text={formatNewTokens(newTokenUnits(amount))} unit={token.symbol} />
  ) : (
    <Tokens units={tokenUnits(amount)} symbol={token.symbol} />
  );

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
