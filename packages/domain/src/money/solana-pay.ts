import { formatExact, parseAmount } from "./amounts.ts";

/** The content of a Solana Pay link for SOL (https://docs.solanapay.com/spec, "Transfer Request"). */
export interface PaymentRequest {
  /** Base58; not checked to be a wallet. */
  readonly recipient: string;
  /** Lamports; null when the payer chooses. */
  readonly lamports: bigint | null;
  /** Stored on chain with the payment; null for none. */
  readonly memo: string | null;
}

const scheme = "solana:";

/** The link that wallets open, from a QR code or a press. Its amount is in SOL, plain and exact. */
export const paymentLink = ({ recipient, lamports, memo }: PaymentRequest): string => {
  const query = [
    ...(lamports === null ? [] : [`amount=${formatExact(lamports)}`]),
    ...(memo === null ? [] : [`memo=${encodeURIComponent(memo)}`]),
  ];
  return `${scheme}${recipient}${query.length > 0 ? `?${query.join("&")}` : ""}`;
};

/**
 * Parses such a link.
 * @returns null for any other text, an invalid amount, a link for tokens (`spl-token`), and one with a `reference`: a payment
 * without it would not be recognised by its recipient
 */
export const parsePaymentLink = (text: string): PaymentRequest | null => {
  const match = /^solana:([1-9A-HJ-NP-Za-km-z]{32,44})(?:\?([^#]*))?$/.exec(text.trim());
  const recipient = match?.[1];
  if (recipient === undefined) return null;
  const query = new URLSearchParams(match?.[2] ?? "");
  if (query.has("spl-token") || query.has("reference")) return null;
  const amount = query.get("amount");
  const lamports = amount === null ? null : /^[0-9]+(\.[0-9]+)?$/.test(amount) ? parseAmount(amount) : undefined;
  if (lamports === undefined || (amount !== null && lamports === null)) return null;
  return { recipient, lamports, memo: query.get("memo") || null };
};
