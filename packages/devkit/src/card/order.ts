/** Where an order stands; `paid`, `delivered` and `failed` are also told by webhook. */
export type OrderState = "open" | "paid" | "delivered" | "failed";

/** A webhook that must reach the app; `deliveredAt` is null until it answered 2xx. */
export interface OrderEvent {
  readonly id: string;
  readonly type: "order.paid" | "order.delivered" | "order.failed";
  readonly deliveredAt: number | null;
}

/** The signed transfer of an order, stored before it is first sent: after a crash the same one is sent again. */
export interface Transfer {
  readonly signature: string;
  /** Wire transaction in base64. */
  readonly wire: string;
  /** Block height after which it can never land. */
  readonly lastValidBlockHeight: string;
}

/** An order of the on-ramp, as it is kept on disk. */
export interface Order {
  /** As the app calls it. */
  readonly orderId: string;
  /** As MoonPay would; an order of before has none of its own. */
  readonly transactionId?: string;
  readonly address: string;
  /** Decimal string. */
  readonly lamports: string;
  readonly returnUrl: string;
  readonly state: OrderState;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly transfer: Transfer | null;
  readonly events: readonly OrderEvent[];
}

/** What MoonPay calls the purchase of an order. */
export const transactionIdOf = ({ transactionId, orderId }: Pick<Order, "transactionId" | "orderId">): string =>
  transactionId ?? orderId;

/** SOL in words, without rounding. */
export const formatSol = (lamports: string): string => {
  const padded = lamports.padStart(10, "0");
  const fraction = padded.slice(-9).replace(/0+$/, "");
  return `${padded.slice(0, -9)}${fraction ? `.${fraction}` : ""} SOL`;
};
