import type { Lamports, Mint } from "@tribe/contract";
import type { Holding } from "../queries.ts";

/** SOL or a token that can be sent. Amounts are in units of 10⁻⁹, whatever the mint's decimals. */
export interface SendAsset {
  /** Null for SOL. */
  readonly mint: Mint | null;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: 9 | 6;
  /** The balance; null until known. */
  readonly available: bigint | null;
}

/** How many units of 10⁻⁹ are one base unit of the asset. */
export const scaleOf = ({ decimals }: Pick<SendAsset, "decimals">): bigint => (decimals === 9 ? 1n : 1_000n);

/** SOL first, then the held tokens. A migrated Tribe's new and old tokens are two assets. */
export const sendAssets = (balance: Lamports | null, holdings: readonly Holding[]): readonly SendAsset[] => [
  { mint: null, name: "SOL", symbol: "SOL", decimals: 9, available: balance },
  ...holdings.flatMap(({ mint, newMint, name, symbol, amount, migrated }): SendAsset[] => {
    const { oldTokens, newTokens } = migrated ?? { oldTokens: amount, newTokens: 0n };
    const assets: SendAsset[] = [];
    if (newMint && newTokens > 0n)
      assets.push({ mint: newMint, name, symbol, decimals: 6, available: newTokens * 1_000n });
    if (oldTokens > 0n) {
      const old = newMint ? { name: `${name} (old)`, symbol: `old ${symbol}` } : { name, symbol };
      assets.push({ mint, ...old, decimals: 9, available: oldTokens });
    }
    return assets;
  }),
];
