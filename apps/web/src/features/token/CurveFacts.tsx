import { curveTargetLamports, type TokenProfile } from "@tribe/contract";
import { curveProgressBps, marketValueOnCurve, supplyOnCurve } from "@tribe/domain/curve";
import { amountsOf, formatAmount, formatBps, neededFormat } from "@tribe/domain/money";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { curveOf } from "../../shared/tokens/token-facts.ts";
import { AnnouncedFees } from "./AnnouncedFees.tsx";
import { Fact } from "./Fact.tsx";

/** The supply and the reserve on the curve, with the progress towards the pool. */
export const CurveFacts = ({ token }: { token: TokenProfile }) => {
  const curve = curveOf(token);
  const progress = curveProgressBps(curve);
  return (
    <section aria-labelledby="curve-heading" className="flex flex-col gap-3 border-t border-line pt-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="curve-heading" className="text-sm font-semibold">
          Until the pool
        </h2>
        <span className="text-sm text-muted tabular-nums">{formatBps(progress)} of the way</span>
      </div>
      <div
        role="progressbar"
        aria-label="Progress to the pool"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(progress / 100)}
        className="h-2 overflow-hidden rounded-full bg-raised"
      >
        <div className="h-full rounded-full bg-ember" style={{ width: `${progress / 100}%` }} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm @lg:grid-cols-3">
        <Fact name="Reserve">
          <Sol lamports={token.reserve} /> <span className="text-muted">of {formatAmount(curveTargetLamports)}</span>{" "}
          <Worth lamports={token.reserve} />
        </Fact>
        <Fact name="Supply">
          <Tokens units={supplyOnCurve(curve, token.referralBonus)} symbol={token.symbol} />
        </Fact>
        <Fact name="Market value">
          <Sol lamports={marketValueOnCurve(curve, token.referralBonus)} />{" "}
          <Worth lamports={marketValueOnCurve(curve, token.referralBonus)} />
        </Fact>
        <Fact name="Volume">
          <Sol lamports={token.volume} /> <Worth lamports={token.volume} />
        </Fact>
        <Fact name="Holders">{token.holderCount}</Fact>
        <Fact name="A seat takes">{amountsOf(token).named(token.tradeInfo.entryThresholdTokens, neededFormat)}</Fact>
      </dl>
      <p className="text-xs text-muted">
        Supply is what people hold. Market value is what that's worth at the current price.
      </p>
      <AnnouncedFees token={token} />
    </section>
  );
};
