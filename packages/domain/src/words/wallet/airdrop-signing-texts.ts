/** Why the wallet refuses to confirm an airdrop, or to sign more of its transactions. */
export const airdropRefusals = {
  unknownQueue: "This goes to a place of Light's that your wallet doesn't know.",
  unknownBatch: "This payment isn't one of the airdrop you confirmed.",
  countedAnew: "This would count the airdrop's payments anew, and could pay twice.",
  notSetUp: "This airdrop hasn't been set up yet.",
  otherTransaction: "This transaction isn't one of the airdrop you confirmed.",
  signedTooOften: "This was signed five times already. Resume the airdrop to go on.",
  costsMore: "This would cost more than you confirmed. Resume the airdrop to go on.",
  notAnEnd: "This transaction doesn't end the airdrop it is said to end.",
  noLookupTable: "Your wallet knows no lookup table for an airdrop of this size.",
  networkSilent: "The Solana network doesn't answer your wallet. Try again.",
  otherLookupTable: "The lookup table of this airdrop isn't the one that your wallet knows.",
  tooManyMembers: "This airdrop names more members than a Tribe has seats.",
  indivisible: "This airdrop can't be divided by Tribe's rules.",
  otherRecipients: "The recipients aren't those that Tribe's rules give for this snapshot.",
  damagedList: "This list of recipients is damaged.",
  notYourTribe: "This airdrop is for the holders of a Tribe that isn't yours, so your wallet doesn't sign it.",
  tribeUnchecked: "Your wallet couldn't find out whose Tribe this is. Try again.",
  notConfirmed: "You haven't confirmed an airdrop here.",
} as const;

/** The wallet's warnings and notices when an airdrop is confirmed or ended. */
export const airdropNotices = {
  unchecked:
    "Your wallet couldn't check this airdrop with the Solana network. Confirm only if you know the token and who gets it.",
  endUnchecked: "Your wallet couldn't check this airdrop with the Solana network.",
  tooFewTokens: "You don't hold that many. It would stop half-way.",
  moreThanHalf: "This is more than half of what you hold of it.",
  /** @param holders the first of those who hold less, shortened */
  holdLess: (count: number, checked: number, holders: readonly string[]): string =>
    `${count} of ${checked} recipients that your wallet checked on the chain hold over a tenth less than this list says: ${holders.join(", ")}${count > holders.length ? " and others" : ""}.`,
  /** After a day's wait people have traded: that is said, and warns of nothing. */
  asOfYesterday: (count: number, checked: number): string =>
    `The list is as of yesterday: ${count} of ${checked} recipients that your wallet checked on the chain hold less by now.`,
  /** When the list was confirmed before, and is resumed. */
  asConfirmed: (count: number, checked: number): string =>
    `You confirmed this list before: ${count} of ${checked} recipients that your wallet checked on the chain hold less by now.`,
  moreThanAll: "By this list its holders have more of the Tribe's tokens than there are.",
  /** Each of them holds at least nine tenths of what the list says: people trade after it was made. */
  holdAsListed: (checked: number): string => `Checked ${checked} of the recipients on the chain: the list fits.`,
  /** @param members with their number, such as `12 members` */
  smallMembers: (count: number, members: string): string =>
    `${count} of the ${members} ${count === 1 ? "holds" : "hold"} fewer than the 10 tokens that a seat takes, by this list.`,
  noneToEnd: "The Solana network has no such airdrop, so there is nothing to end.",
  paidKeep: "Those who were paid keep it. The others get nothing of it any more.",
  confirmed: "Confirmed. Your wallet pays them out.",
} as const;
