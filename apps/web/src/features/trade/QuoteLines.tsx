import { type BuyOrder, formatAmount, formatBps, type Quote, type SellOrder } from "@tribe/domain";
import type { ReactNode } from "react";
import { Sol } from "../../shared/components/Sol.tsx";
import type { TradeDirection, TradeOrder } from "../../shared/dialogs/names.ts";

/** What leaves, what comes, each fee and the worst case. Keeps its height without a quote, so that nothing jumps. */
export const QuoteLines = ({
  direction,
  quote,
  order,
  symbol,
  inSol,
}: {
  direction: TradeDirection;
  quote: Quote<BuyOrder> | Quote<SellOrder> | null;
  order: TradeOrder | null;
  symbol: string;
  inSol: boolean;
}) => {
  const isBuy = direction === "buy";
  const dash = "–";
  return (
    <dl aria-label="Quote" aria-live="polite" className="flex flex-col gap-1 rounded-card bg-raised p-3 text-sm">
      <Row name={isBuy ? "You pay" : "You sell"} strong>
        {quote ? isBuy ? <Sol lamports={quote.total} /> : `${formatAmount(quote.tokens)} ${symbol}` : dash}
      </Row>
      <Row name="You get" strong>
        {quote ? isBuy ? `${formatAmount(quote.tokens)} ${symbol}` : <Sol lamports={quote.total} /> : dash}
      </Row>
      <Row name="Creator fee">{quote ? <Sol lamports={quote.fees.creator} /> : dash}</Row>
      <Row name="Platform fee">{quote ? <Sol lamports={quote.fees.platform + quote.fees.referral} /> : dash}</Row>
      <Row name="Price impact">{quote ? formatBps(quote.priceImpactBps) : dash}</Row>
      <Row name={isBuy && !inSol ? "At most you pay" : "At least you get"}>
        {!order ? (
          dash
        ) : isBuy && !inSol ? (
          <Sol lamports={order.maxSol ?? 0n} />
        ) : isBuy ? (
          `${formatAmount(order.minTokens ?? 0n)} ${symbol}`
        ) : (
          <Sol lamports={order.minSol ?? 0n} />
        )}
      </Row>
    </dl>
  );
};

const Row = ({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className={`tabular-nums ${strong ? "font-semibold" : ""}`}>{children}</dd>
  </div>
);
