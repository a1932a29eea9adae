const somebody = "Somebody outside";

/** A person's seat after a trade, shown before they confirm it. Amounts are already formatted. */
export const seatTexts = {
  chief: "You're the Chief: you need no seat",
  blocked: "The Chief has blocked you from this chat",
  lost: "You'll lose your seat",
  lostTo: (left: string): string => `You'd hold ${left} and leave the chat right away.`,
  /** @param name null where it is unknown */
  spareNow: (name: string | null, waits: string, spare: string): string =>
    `${name ?? somebody} waits with ${waits}. You have ${spare} to spare.`,
  spareThen: (name: string | null, waits: string, spare: string): string =>
    `${name ?? somebody} waits with ${waits}. You'd have ${spare} to spare.`,
  takenBack: (name: string | null, missing: string): string => `${name ?? somebody} needs ${missing} to take it back.`,
  /** The choice beside a seat at the cut. */
  safer: (more: string, cost: string, rank: number, spare: string): string =>
    `+ ${more} (${cost}): seat ${rank}, ${spare} to spare`,
  short: (missing: string): string => `You need ${missing} more`,
  shortDetail: (cut: string): string => `A seat takes ${cut}.`,
  taken: (rank: number, seats: number): string => `You'd take seat ${rank} of ${seats}`,
  open: (rank: number, seats: number): string => `Seat ${rank} of ${seats} can be yours`,
  yours: (rank: number, seats: number): string => `Your seat: ${rank} of ${seats}`,
  kept: (rank: number, seats: number): string => `You keep seat ${rank} of ${seats}`,
  moved: (from: number, to: number): string => `You'd move ${to < from ? "up" : "down"}: seat ${from} to seat ${to}`,
  atCut: (held: string): string => `${held}, at the cut`,
  aboveCut: (held: string, spare: string, cut: string): string => `${held}, ${spare} above the cut of ${cut}`,
} as const;
