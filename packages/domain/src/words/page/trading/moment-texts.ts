/** What a confirmed trade, or a seat that was just taken, has changed. Amounts are already formatted. */
export const momentTexts = {
  seatTaken: (seat: number, seats: number): string => `You're in. Seat ${seat} of ${seats}`,
  seatBack: (seat: number, seats: number): string => `You're back. Seat ${seat} of ${seats}`,
  /** The seat's number is not known. */
  inside: "You're in",
  back: "You're back",
  /** @param neighbours their names as they are shown: none, one or two */
  beside: (neighbours: readonly string[]): string => {
    const [first, second] = neighbours;
    if (first === undefined) return "You're the first at this fire";
    return second === undefined ? `You sit next to ${first}` : `You sit between ${first} and ${second}`;
  },
  moved: (from: number, to: number, seats: number): string =>
    `You moved ${to < from ? "up" : "down"}: seat ${from} to seat ${to} of ${seats}`,
  /** Of somebody who had a seat until this trade. @param seat null where it is unknown */
  left: (seat: number | null, tribe: string): string =>
    seat === null
      ? `You left ${tribe}. What you wrote stays.`
      : `You gave up seat ${seat} in ${tribe}. What you wrote stays.`,
  short: (missing: string): string => `You're ${missing} short of a seat.`,
  cameIn: (sol: string): string => `${sol} SOL came in`,
  bought: (amount: string): string => `You bought ${amount}`,
  /** The chain's node has not shown the transaction. */
  soldUnread: "Sold. What came in is in your wallet",
  boughtUnread: "Bought. Your tokens are in your wallet",
  /** A purchase was the curve's last one, or another one was meanwhile. */
  curveFull: "All tokens are sold: trading moves to its pool now. Tokens and seats stay.",
  holds: (amount: string): string => `You hold ${amount} now.`,
  holdsSeat: (amount: string, seat: number, seats: number): string =>
    `You hold ${amount} now: seat ${seat} of ${seats}.`,
  holdsEnough: (amount: string): string => `You hold ${amount} now, enough for a seat.`,
  holdsTooLittle: (amount: string, missing: string): string => `You hold ${amount} now, ${missing} short of a seat.`,
  converted: "Your tokens are new ones now",
} as const;
