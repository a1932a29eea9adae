import { maxSwapBuySol, maxSwapSellTokens, newTokenUnits, quickSwapBuySol, tokenUnits } from "@tribe/contract";
import { formatAmount, formatNewTokens } from "@tribe/domain/money";
import { poolValue } from "@tribe/domain/pool";
import { Sol } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { useSeatHolding, useTokenAccounts } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { exactNewTokens, typedNewTokens } from "../../shared/trading/amount/new-tokens.ts";
import { MoneyRow } from "../../shared/trading/costs/MoneyRows.tsx";
import { useTradeFacts } from "../../shared/trading/form/use-trade-facts.ts";
import type { TradeVenue } from "../../shared/trading/form/venue.ts";
import { ElsewhereLine } from "../../shared/trading/panel/ElsewhereLine.tsx";
import { useTradableTokens } from "../../shared/trading/panel/use-tradable-tokens.ts";
import { ConvertOffer } from "./ConvertOffer.tsx";
import { poolEntry, poolPurchase } from "./pool-entry.ts";
import { pricedTokens, unitsPerNewToken } from "./priced-tokens.ts";
import { usePoolQuote } from "./use-pool-quote.tsx";

/** The holding and the price, and the conversion of remaining old tokens. */
const PoolHead: TradeVenue["Head"] = ({ token, facts: { user, profile, tradable } }) => {
  const { symbol } = token;
  const old = useTradableTokens(user?.address ?? null, token.mint);
  const rate = profile?.conversionRate ?? null;
  const pool = profile?.pool ?? null;
  return (
    <>
      {rate && old && old.units > 0n ? <ConvertOffer token={token} held={old.units} rate={rate} /> : null}
      <dl className="text-sm">
        <MoneyRow name="You hold">{tradable === null ? "…" : `${formatNewTokens(tradable.units)} ${symbol}`}</MoneyRow>
        {pool ? (
          <MoneyRow name={`Price of ${pricedTokens.toLocaleString("en")}`}>
            <Sol lamports={poolValue(pool, newTokenUnits(pricedTokens * unitsPerNewToken))} />{" "}
            <Worth lamports={poolValue(pool, newTokenUnits(pricedTokens * unitsPerNewToken))} rounding="up" />
          </MoneyRow>
        ) : null}
      </dl>
      <ElsewhereLine units={tradable?.elsewhere ?? 0n}>
        {formatNewTokens(tradable?.elsewhere ?? 0n)} {symbol}
      </ElsewhereLine>
      <ElsewhereLine units={old?.elsewhere ?? 0n}>
        {formatAmount(old?.elsewhere ?? 0n)} {symbol} (old)
      </ElsewhereLine>
    </>
  );
};

const usePoolFacts: TradeVenue["useFacts"] = ({ mint }) => {
  const local = useLocalUser();
  const address = local?.address ?? null;
  const { data: profile = null } = useToken(mint);
  const facts = useTradeFacts(mint, profile?.newMint ?? null);
  const { isFetching: areOldFetching } = useTokenAccounts(address, mint);
  const seated = useSeatHolding(address, profile);
  return {
    ...facts,
    seatHolding: local === null ? tokenUnits(0n) : seated,
    unitsPerSeatUnit: profile?.conversionRate ?? null,
    isFresh: facts.isFresh && !areOldFetching,
  };
};

/** Trades of a migrated token in its liquidity pool. */
export const poolVenue: TradeVenue = {
  kind: "pool",
  useFacts: usePoolFacts,
  useQuote: usePoolQuote,
  entryOffer: poolEntry,
  buyOf: poolPurchase,
  Head: PoolHead,
  quickBuys: () => quickSwapBuySol,
  mostTyped: { buy: maxSwapBuySol, sell: maxSwapSellTokens },
  written: { exact: exactNewTokens, cut: typedNewTokens },
};
