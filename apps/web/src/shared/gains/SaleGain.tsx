import { useQuery } from "@tanstack/react-query";
import { lamports, type Mint } from "@tribe/contract";
import { gainFigures, placeUnits, previewSale, type Realised } from "@tribe/domain/gains";
import { type Cost, costQuery } from "../queries/costs.ts";
import { useLocalUser } from "../queries/local-user.ts";
import { GainChange } from "./GainChange.tsx";

/** A sale that is about to be made: base units of the mint that is sold, and what they bring, trade fees deducted. */
export interface SaleAmounts {
  readonly units: bigint;
  readonly proceeds: bigint;
}

/**
 * What the tokens of a sale had cost, and what is gained or lost by it, under the button of a sale. It keeps its room without an
 * amount, so that the button never moves.
 */
export const SaleGain = ({ mint, isNew, sale }: { mint: Mint; isNew: boolean; sale: SaleAmounts | null }) => {
  const user = useLocalUser();
  const { data: cost } = useQuery({ ...costQuery(mint), enabled: Boolean(user?.address) });
  const preview = cost && sale && sale.units > 0n ? previewOf(cost, isNew, sale) : null;
  return (
    <p aria-live="polite" className="min-h-10 pt-2 text-center text-xs text-balance text-muted tabular-nums">
      {preview ? <SaleWords sale={preview} /> : null}
    </p>
  );
};

/** What a sale gains or loses against what was paid: null where nothing is known of the tokens. */
const previewOf = (cost: Cost, isNew: boolean, { units, proceeds }: SaleAmounts): Realised | null => {
  const position = isNew ? cost.newTokens : cost.tokens;
  return position && position.units > 0n ? previewSale(position, placeUnits(units), lamports(proceeds)) : null;
};

/** "You paid 0.136 SOL for these: −0.0125 SOL, −9.1%"; without a known cost it says so. */
export const SaleWords = ({ sale: { received, cost, receivedUnknown } }: { sale: Realised }) => {
  const hasUnknown = receivedUnknown > 0n;
  if (hasUnknown && received === 0n && cost === 0n)
    return "What you paid for these is unknown: they came by a transfer.";
  const figures = gainFigures(received, cost);
  return (
    <>
      {cost === 0n
        ? `${hasUnknown ? "Some of these" : "These"} cost you nothing: `
        : `You paid ${figures.paid} SOL for ${hasUnknown ? "those you bought" : "these"}: `}
      <GainChange figures={figures} />
      {hasUnknown ? <span className="block">The cost of the others is unknown.</span> : null}
    </>
  );
};
