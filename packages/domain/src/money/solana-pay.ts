import { formatExact, parseAmount } from "./amounts.ts";

/** What a Solana Pay link of SOL asks for (https://docs.solanapay.com/spec, "Transfer Request"). */
export interface PaymentRequest {
  /** Base58; nobody has looked whether it is a wallet. */
  readonly recipient: string;
  /** Lamports; null where the payer chooses. */
  readonly lamports: bigint | null;
  /** Written on chain beside the payment; null for none. */
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
 * Reads such a link.
 * @returns null for any other text, an amount that is none, one of tokens (`spl-token`), and what asks for more than a
 * transfer (`reference`): who pays without it has not paid in the eyes of who asks.
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
