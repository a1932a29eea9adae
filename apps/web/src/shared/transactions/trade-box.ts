import type { DialogHeights } from "@tribe/ui/dialog";
import { dialogWith, walletHeights } from "@tribe/ui/wallet-heights";
import type { TradeDirection } from "../dialogs/names.ts";

export interface TradeBox {
  readonly direction: TradeDirection;
  /** A buy of a token of which the person has no account. */
  readonly isFirst: boolean;
  /** A sale of everything, which closes the account. */
  readonly closesAccount: boolean;
}

/** The height of a trade's dialog with the wallet's box. */
export const tradeBoxHeight = (
  venue: "curve" | "pool",
  { direction, isFirst, closesAccount }: TradeBox,
): DialogHeights => {
  const heights = walletHeights[venue];
  if (direction === "buy") return dialogWith(isFirst ? heights.firstBuy : heights.buy);
  return dialogWith(closesAccount ? heights.closingSale : heights.sale);
};
