import { createHmac } from "node:crypto";
import { isAddress } from "@solana/kit";
import { sameText } from "../same-text.ts";
import { type Order, type OrderEvent, type OrderState, transactionIdOf } from "./order.ts";

// MoonPay's public protocol, as far as purchases of SOL by a signed URL use it.
// https://dev.moonpay.com/widget/on-ramp/customization/parameters and …/url-signing
// https://dev.moonpay.com/api-reference/widget/webhooks/buy and …/signature

/** The app's account. */
export interface MoonPayAccount {
  readonly publishableKey: string;
  /** Signs the URLs of the hosted page. */
  readonly secretKey: string;
  /** Signs webhooks. */
  readonly webhookKey: string;
}

/** MoonPay's states of a purchase. */
export const statusOf: Readonly<Record<OrderState, string>> = {
  open: "waitingPayment",
  paid: "pending",
  delivered: "completed",
  failed: "failed",
};

/** The least purchase: an account needs 890,880 lamports to exist, and this is a round figure above that. */
const minLamports = 1_000_000n;
const maxLamports = 1_000_000_000_000n;

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text);

/** The parameters of the hosted page's URL. */
type Wanted = Pick<Order, "orderId" | "address" | "lamports" | "returnUrl">;

/** Parses the query of a signed URL, including its `?`, as it was sent; a string is the error. */
export const readPurchase = (search: string, account: MoonPayAccount, appUrl: string): Wanted | string => {
  const [, signed = "", signature = ""] = /^(.*)&signature=([^&]*)$/.exec(search) ?? [];
  if (!sameText(safeDecode(signature), hmac(account.secretKey, signed).digest("base64")))
    return "The signature of this address is wrong";
  const query = new URLSearchParams(signed);
  const of = (name: string) => query.get(name) ?? "";
  if (of("apiKey") !== account.publishableKey) return "The API key is unknown";
  if (of("currencyCode") !== "sol") return "Only SOL is sold here";
  const lamports = toLamports(of("quoteCurrencyAmount"));
  if (lamports === null || lamports < minLamports || lamports > maxLamports)
    return "The amount must be between 0.001 and 1000 SOL";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(of("externalTransactionId")))
    return "externalTransactionId must be a UUID here";
  if (!isAddress(of("walletAddress"))) return "The wallet address is not valid";
  const returnUrl = of("redirectURL");
  if (!URL.canParse(returnUrl) || new URL(returnUrl).origin !== new URL(appUrl).origin)
    return "redirectURL must lead to the app";
  return { orderId: of("externalTransactionId"), address: of("walletAddress"), lamports: `${lamports}`, returnUrl };
};

const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
};

/** `1.5` is 1500000000n; null for anything that is not an amount with at most nine decimals. */
const toLamports = (text: string): bigint | null => {
  const [, whole, fraction = ""] = /^(0|[1-9][0-9]{0,9})(?:\.([0-9]{1,9}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
};

/** The body of a webhook. */
export const webhookOf = (order: Order, event: OrderEvent): string => {
  const state = stateAt[event.type];
  return JSON.stringify({
    type: state === "failed" ? "transaction_failed" : "transaction_updated",
    externalCustomerId: null,
    data: {
      id: transactionIdOf(order),
      createdAt: new Date(order.createdAt).toISOString(),
      status: statusOf[state],
      walletAddress: order.address,
      walletAddressTag: null,
      quoteCurrencyAmount: Number(order.lamports) / 1e9,
      currency: { code: "sol", type: "crypto" },
      externalTransactionId: order.orderId,
      cryptoTransactionId: state === "delivered" ? (order.transfer?.signature ?? null) : null,
      failureReason: state === "failed" ? "cancelled" : null,
      redirectUrl: null,
    },
  });
};

const stateAt = { "order.paid": "paid", "order.delivered": "delivered", "order.failed": "failed" } as const;

/** `Moonpay-Signature-V2` of a webhook. */
export const signWebhook = (webhookKey: string, unixSeconds: number, body: string): string =>
  `t=${unixSeconds},s=${hmac(webhookKey, `${unixSeconds}.${body}`).digest("hex")}`;
