/** What decides whether a transfer can be paid for. All lamports. */
export interface SendCosts {
  readonly balance: bigint;
  /** Everything that leaves: what is sent, deposit and fees. */
  readonly total: bigint;
  /** The least that an account may keep, if it keeps anything. */
  readonly minimum: bigint;
  /** SOL for an address where nothing lies yet; null for one that is there, and for tokens. */
  readonly arriving: bigint | null;
}

/**
 * Why the chain would refuse a transfer, as the API's code; null when it can go. A wallet ends at nothing, or at no less than
 * an account may keep; a new one begins with no less.
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
