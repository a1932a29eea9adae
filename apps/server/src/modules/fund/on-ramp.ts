import { createHmac } from "node:crypto";
import type { Address, Lamports } from "@tribe/contract";
import { formatExact } from "@tribe/domain/money";
import type { CardConfig } from "../../settings/config.ts";

/** A purchase, with our own id. */
interface CardOrder {
  readonly id: string;
  readonly address: Address;
  readonly amount: Lamports;
  /** Where the person comes back to; MoonPay adds its id and state of the purchase to the query. */
  readonly returnUrl: string;
}

/**
 * The address of MoonPay's page for exactly this purchase, signed, so that nobody can change wallet or amount. MoonPay learns of
 * the order when somebody opens it.
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
