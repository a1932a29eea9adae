import { onlyLeftText } from "@tribe/domain/words";

/** Explains what happens when more is requested than the curve has. */
export const RemainingSupplyNote = ({
  tokens,
  symbol,
  consequence = "The token then moves to its pool.",
}: {
  /** Base units; null if the curve has enough. */
  tokens: bigint | null;
  /** Null while it is unknown. */
  symbol: string | null;
  /** What follows when the curve is sold out. */
  consequence?: string;
}) =>
  tokens === null ? null : (
    <p role="status" className="text-sm text-muted">
      {onlyLeftText(tokens, symbol)}: you buy them all and pay only for those. {consequence}
    </p>
  );
