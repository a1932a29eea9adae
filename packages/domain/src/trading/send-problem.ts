/** The amounts that decide whether a transfer can be paid for. All in lamports. */
export interface SendCosts {
  readonly balance: bigint;
  /** Everything that leaves the wallet: amount, deposit and fees. */
  readonly total: bigint;
  /** The rent-exempt minimum of an account that is not emptied. */
  readonly minimum: bigint;
  /** SOL for an address without an account; null for an existing account, and for tokens. */
  readonly arriving: bigint | null;
}

/**
 * Why the chain would refuse a transfer, as the API's code; null when it is possible. A wallet keeps nothing, or at least the
 * rent-exempt minimum; a new account needs that minimum, too.
 */
export const sendProblem = ({
  balance,
  total,
  minimum,
  arriving,
}: SendCosts): "insufficient_sol" | "recipient_needs_more" | null => {
  const rest = balance - total;
  if (rest < 0n || (rest > 0n && rest < minimum)) return "insufficient_sol";
  return arriving !== null && arriving < minimum ? "recipient_needs_more" : null;
};
