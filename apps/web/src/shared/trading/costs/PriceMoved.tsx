import { priceMovedText } from "@tribe/domain/words";
import { RefreshCw } from "@tribe/ui/icons";

/** The price moved beyond the slippage between Next and the preparation: nothing was signed, the person must confirm again. */
export const PriceMoved = () => (
  <p role="alert" className="flex gap-2 rounded-card bg-ember-soft p-3 text-sm">
    <RefreshCw aria-hidden size={16} className="mt-0.5 shrink-0 text-ember-text" />
    {priceMovedText}
  </p>
);
