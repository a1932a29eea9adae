import { onlyLeftText } from "@tribe/domain/words";

/** Explains what happens when more is requested than the curve has. @param tokens base units; null if the curve has enough */
export const RemainingSupplyNote = ({ tokens }: { tokens: bigint | null }) =>
  tokens === null ? null : (
    <p role="status" className="text-sm text-muted">
      {onlyLeftText(tokens)}: you buy them all and pay only for those.
    </p>
  );
