import { useQuery } from "@tanstack/react-query";
import type { Mint, TransactionSignature } from "@tribe/contract";
import { saleQuery } from "../queries/costs.ts";
import { SaleWords } from "./SaleGain.tsx";

/**
 * What the tokens of a sale had cost, and what was gained or lost by it: at its end, once the index has it. It keeps the room of
 * its line.
 */
export const SoldGain = ({ mint, signature }: { mint: Mint; signature: TransactionSignature }) => {
  const { data: sale } = useQuery(saleQuery(mint, signature));
  return (
    <p className="min-h-lh text-sm text-balance text-muted tabular-nums">{sale ? <SaleWords sale={sale} /> : null}</p>
  );
};
