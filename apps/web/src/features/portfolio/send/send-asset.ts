import type { Lamports, Mint } from "@tribe/contract";
import type { Holding } from "../queries.ts";

/** Something that can be sent. Amounts are in parts of 10⁻⁹, whatever the decimals of its mint. */
export interface SendAsset {
  /** Null for SOL. */
  readonly mint: Mint | null;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: 9 | 6;
  /** The balance; null until known. */
  readonly available: bigint | null;
}

/** Parts of 10⁻⁹ in one base unit of the asset. */
export const scaleOf = ({ decimals }: Pick<SendAsset, "decimals">): bigint => (decimals === 9 ? 1n : 1_000n);

/** SOL first, then what the person holds: of a migrated Tribe new and old tokens, which are two things. */
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
