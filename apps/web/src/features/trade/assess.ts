import { parseAmount } from "@tribe/domain/money";
import { assessBuy } from "./assess-buy.ts";
import { assessSell } from "./assess-sell.ts";
import { type Assessment, nothing, refused, type TradeInput } from "./assessment.ts";

/** Quotes the typed amount on every keystroke, from the last known supply, and returns what prevents the trade. */
export const assessTrade = (input: TradeInput): Assessment => {
  const { token } = input;
  const amount = parseAmount(input.amountText);
  // Signed in, but the wallet is not created or found yet: its balance is unknown, and nobody could sign.
  if (amount && input.user && input.user.address === null) return refused({ kind: "walletNotReady" });
  if (!token) return amount ? refused({ kind: "priceUnknown" }) : nothing;
  return input.direction === "buy" ? assessBuy(input, token, amount) : assessSell(input, token, amount);
};
