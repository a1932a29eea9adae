import { onlyLeftText } from "@tribe/domain/words";

/** More was wished for than the curve has: what happens then. @param tokens base units; null where all of it is there */
export const RemainingSupplyNote = ({ tokens }: { tokens: bigint | null }) =>
  tokens === null ? null : (
    <p role="status" className="text-sm text-muted">
      {onlyLeftText(tokens)}: you buy them all and pay only for those.
    </p>
  );
