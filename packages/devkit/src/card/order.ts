/** States of an order; `paid`, `delivered` and `failed` are also reported by webhook. */
export type OrderState = "open" | "paid" | "delivered" | "failed";

/** A webhook to deliver; `deliveredAt` is null until the app answered 2xx. */
export interface OrderEvent {
  readonly id: string;
  readonly type: "order.paid" | "order.delivered" | "order.failed";
  readonly deliveredAt: number | null;
}

/** An order's signed transfer, stored before it is first sent: after a crash the same one is sent again. */
export interface Transfer {
  readonly signature: string;
  /** Wire transaction in base64. */
  readonly wire: string;
  /** Last block height at which it can land. */
  readonly lastValidBlockHeight: string;
}

/** An order as stored on disk. */
export interface Order {
  /** The app's id. */
  readonly orderId: string;
  /** MoonPay's id; older orders have none. */
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

/** MoonPay's id of the purchase of an order. */
export const transactionIdOf = ({ transactionId, orderId }: Pick<Order, "transactionId" | "orderId">): string =>
  transactionId ?? orderId;

/** SOL as text, without rounding. */
export const formatSol = (lamports: string): string => {
  const padded = lamports.padStart(10, "0");
  const fraction = padded.slice(-9).replace(/0+$/, "");
  return `${padded.slice(0, -9)}${fraction ? `.${fraction}` : ""} SOL`;
};
