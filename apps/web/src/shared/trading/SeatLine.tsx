import { type TokenProfile, type TokenUnits, tokenUnits } from "@tribe/contract";
import { formatAmount, seatOutlook } from "@tribe/domain";
import { memo } from "react";

/** Before a trade: what a seat takes now, how many are free, and the person's own place after it. */
export const SeatLine = ({
  token,
  holding,
  change,
  shown = formatAmount,
}: {
  token: TokenProfile;
  holding: TokenUnits;
  /** Base units bought, negative when sold; null without a quote. */
  change: bigint | null;
  /** Base units of the old token as text, where they are shown otherwise. */
  shown?: (units: bigint) => string;
}) => {
  const { subscribeState: state, groupSize, tradeInfo, symbol } = token;
  const after = holding + (change ?? 0n);
  const { seatsFree, rank, missing } = seatOutlook({
    seatHoldings: token.seatHoldings,
    groupSize,
    isSeated: state === "active",
    holding,
    after: tokenUnits(after < 0n ? 0n : after),
    threshold: tradeInfo.entryThresholdTokensForCompare,
  });
  const place =
    state === "chief"
      ? "The Chief needs none"
      : state === "banned"
        ? "None: blocked"
        : rank !== null
          ? `${rank} of ${groupSize}`
          : `None: ${shown(missing)} ${symbol} short`;
  return (
    <dl aria-label="Your seat" aria-live="polite" className="grid grid-cols-3 gap-2 text-xs">
      <Fact name="Threshold now">{`${shown(tradeInfo.entryThresholdTokens)} ${symbol}`}</Fact>
      <Fact name="Seats free">{`${seatsFree} of ${groupSize}`}</Fact>
      <Fact name={change === null ? "Your rank" : "Your rank after"}>{place}</Fact>
    </dl>
  );
};

const Fact = memo(function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-col rounded-control bg-raised px-2 py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
});
