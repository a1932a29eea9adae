/** States of adding SOL. */
export const fundTexts = {
  arrived: "SOL has arrived",
  arrivesByItself: "Arrives by itself, usually within a minute.",
  cardFailed: "The card payment failed. Nothing was charged.",
  cardPaid: "Paid. Your SOL is on its way…",
  cardPending: "Waiting for the card payment…",
  bridgeFailed: "deBridge couldn't be reached. Try again, or add SOL in one of the ways above.",
} as const;
