import { type TokenProfile, unitsPerToken } from "@tribe/contract";
import { amountsOf, formatAmount, formatBps, neededFormat, shortenAddress } from "@tribe/domain/money";
import { marketValueInPool } from "@tribe/domain/pool";
import { texts } from "@tribe/domain/words";
import { ExternalLink } from "@tribe/ui/icons";
import { Sol } from "../../shared/components/Sol.tsx";
import { TokenAddress } from "../../shared/components/TokenAddress.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { explorerLink } from "../../shared/links/explorer.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { Fact } from "./Fact.tsx";

/** Formats base units of the new token, which has 6 decimals; `formatAmount` expects 9. */
const shownNew = (units: bigint): string => formatAmount(units * 1_000n);

/** The facts after the migration: the pool with its liquidity, and the conversion of old tokens. */
export const PoolFacts = ({ token }: { token: TokenProfile }) => {
  const { pool, conversionRate: rate } = token;
  return (
    <section aria-labelledby="pool-heading" className="flex flex-col gap-3 border-t border-line pt-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="pool-heading" className="text-sm font-semibold">
          Pool
        </h2>
        <span className="text-sm text-muted">All first tokens are sold</span>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm @lg:grid-cols-3">
        {pool ? (
          <>
            <Fact name="Liquidity">
              <Sol lamports={pool.lamports} /> <Worth lamports={pool.lamports} />
            </Fact>
            <Fact name="Tokens in the pool">{shownNew(pool.tokens)}</Fact>
            <Fact name="Swap fee">{formatBps(pool.liquidityBps + pool.creatorBps + pool.platformBps)}</Fact>
          </>
        ) : null}
        {rate === null ? null : (
          <>
            {pool ? (
              <Fact name="Market value">
                <Sol lamports={marketValueInPool(token.price, rate, pool.tokens)} />{" "}
                <Worth lamports={marketValueInPool(token.price, rate, pool.tokens)} />
              </Fact>
            ) : null}
            <Fact name={`1 ${token.symbol} converts into`}>{shownNew(unitsPerToken * rate)} new</Fact>
          </>
        )}
        <Fact name="Volume">
          <Sol lamports={token.volume} /> <Worth lamports={token.volume} />
        </Fact>
        <Fact name="Holders">{token.holderCount}</Fact>
        <Fact name="A seat takes">{amountsOf(token).named(token.tradeInfo.entryThresholdTokens, neededFormat)}</Fact>
        {token.newMint === null ? null : (
          <Fact name="New token">
            <TokenAddress mint={token.newMint} />
          </Fact>
        )}
        {token.liquidityAddress === null ? null : (
          <Fact name="Pool">
            <PoolLink address={token.liquidityAddress} />
          </Fact>
        )}
      </dl>
      <p className="text-xs text-muted">
        Prices are for 1,000 new {token.symbol}; earlier ones are converted, so that they go on. Market value is what
        people hold, at the present price; the tokens in the pool are not counted.
      </p>
    </section>
  );
};

const PoolLink = ({ address }: { address: string }) => {
  const config = useConfig();
  if (!config) return shortenAddress(address);
  return (
    <a
      href={explorerLink(config, "address", address)}
      target="_blank"
      rel="noreferrer"
      aria-label={`${texts.viewOnExplorer}: pool ${shortenAddress(address)}`}
      className="inline-flex min-h-9 items-center gap-1 underline underline-offset-2 pointer-coarse:min-h-11"
    >
      {shortenAddress(address)}
      <ExternalLink aria-hidden size={14} />
    </a>
  );
};
