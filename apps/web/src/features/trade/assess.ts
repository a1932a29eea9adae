import { parseAmount } from "@tribe/domain";
import { assessBuy } from "./assess-buy.ts";
import { assessSell } from "./assess-sell.ts";
import { type Assessment, nothing, refused, type TradeInput } from "./assessment.ts";

/** Quotes what is typed, on every keystroke, from the last known supply, and says what stands in the way. */
export const assessTrade = (input: TradeInput): Assessment => {
  const { token } = input;
  const amount = parseAmount(input.amountText);
  if (!token) return amount ? refused({ kind: "priceUnknown" }) : nothing;
  return input.direction === "buy" ? assessBuy(input, token, amount) : assessSell(input, token, amount);
};
