import { onlyLeftText } from "@tribe/domain/words";

/** Explains what happens when more is requested than the curve has. */
export const RemainingSupplyNote = ({
  tokens,
  consequence = "The token then moves to its liquidity pool.",
}: {
  /** Base units; null if the curve has enough. */
  tokens: bigint | null;
  /** What follows when the curve is sold out. */
  consequence?: string;
}) =>
  tokens === null ? null : (
    <p role="status" className="text-sm text-muted">
      {onlyLeftText(tokens)}: you buy them all and pay only for those. {consequence}
    </p>
  );
