import { createHmac } from "node:crypto";
import type { Address, Lamports } from "@tribe/contract";
import { formatExact } from "@tribe/domain/money";
import type { CardConfig } from "../../config.ts";

/** One purchase, under the id that we gave it. */
interface CardOrder {
  readonly id: string;
  readonly address: Address;
  readonly amount: Lamports;
  /** Where the person comes back to; MoonPay adds its own id and state of the purchase to its query. */
  readonly returnUrl: string;
}

/**
 * The address of MoonPay's hosted page for exactly this purchase, signed: nobody can change wallet or amount in it. MoonPay
 * hears of the order when somebody opens it.
 * https://dev.moonpay.com/widget/on-ramp/customization/parameters, …/url-signing
 */
export const cardPageUrl = (card: CardConfig, { id, address, amount, returnUrl }: CardOrder): string => {
  const query = new URLSearchParams({
    apiKey: card.publishableKey,
    currencyCode: "sol",
    walletAddress: address,
    quoteCurrencyAmount: formatExact(amount),
    lockAmount: "true",
    externalTransactionId: id,
    redirectURL: returnUrl,
  });
  const signature = createHmac("sha256", card.secretKey).update(`?${query}`).digest("base64");
  return `${card.pageUrl}?${query}&signature=${encodeURIComponent(signature)}`;
};
