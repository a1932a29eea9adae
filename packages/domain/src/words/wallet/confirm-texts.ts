/** The wallet's warnings and notices beside the content to confirm. */
export const confirmNotices = {
  /** A token's texts on chain contain misleading characters. */
  misleadingToken: "This token's name or symbol may be a trick. Check its address.",
  misleadingTokens: "A token's name or symbol may be a trick. Check its address.",
  /** Two nodes, of different operators. */
  disputed: "Two sources give your wallet different prices, or one of them gives none. Check the amounts.",
  /** The wallet's node names another creator than the installation does. */
  otherCreator: "Somebody gives your wallet a wrong answer about who made this token. Don't confirm it.",
  wouldFail: "Right now this wouldn't go through.",
  /** @param share of the quoted amount, such as `12%` */
  getsLess: (share: string): string => `You could get ${share} less than quoted now.`,
  paysMore: (more: string): string => `You could pay ${more} more than the price now.`,
  /** Not "for the first time": whoever sold everything before has none of it again. */
  newToken: "You hold none of this now.",
  uncheckedToken:
    "Your wallet couldn't check this token with the Solana network. Confirm only if you know its address.",
  uncheckedTokens:
    "Your wallet couldn't check this with the Solana network. Confirm only if you know each token's address.",
  uncheckedFirstBuy: "Your wallet couldn't check the price of your first buy with the Solana network.",
  uncheckedAddress: "Your wallet couldn't check this address with the Solana network.",
  uncheckedAccounts: "Your wallet couldn't check with the Solana network what comes back.",
  notAWallet: "This address isn't a wallet. What you send there may be lost.",
  emptyAddress: "Nothing has ever been sent to this address.",
  /** An address that looks like an earlier recipient's. @param known the name it has here, or null */
  lookalike: (known: string | null, address: string): string =>
    `This is not ${known === null ? "the address you know" : `“${known}”`}. It begins and ends like ${address}, and is another one.`,
  otherAddressBefore: (handle: string, address: string): string =>
    `@${handle} had another address when you sent there before: ${address}.`,
  firstSend: "First time: you never sent to this address from here.",
} as const;

/** Why something needs more than a press. */
export const stepUpTexts = {
  /** @param left what a press may still let out today, with its unit; null for nothing */
  allowance: (left: string | null): string =>
    `Presses let out 5 SOL's worth in 24 hours, and ${left === null ? "nothing of it is left" : `${left} of it is left`}. Check all of this.`,
  worth: "Your wallet can't tell what these tokens are worth. Check all of this.",
  /** States of the one-day delay that replaces a passkey. */
  waitFirst:
    "Without a passkey it waits 24 hours: ask now, confirm then. You're told by mail, and can stop it from any browser.",
  waitUntil: (moment: string): string => `You asked for it: it can be confirmed from ${moment} on.`,
  waitOver: "You asked for it a day ago: what you confirm now is taken off what you asked for.",
} as const;

/** What the worst case of a transaction is, before the figure. The specification's name of it stands below, small. */
export const spendNames = {
  most: "Most you can pay",
  costs: "Costs you",
  costsAtMost: "Costs you at most",
  leaves: "Leaves your wallet",
} as const;

/** After the specification's name, of what leaves with its fee. */
export const feeIncluded = ", fee included";

/** Progress of the confirmation, or why its button cannot be pressed. */
export const confirmStates = {
  signing: "Processing...",
  checking: "Checking with the Solana network...",
  cut: "Scroll to the end to confirm",
  covered: "Something covers this box, or an extension recolors it. Take it away to confirm.",
  passkeyNext: "Your passkey is asked for next",
  passkeyAsked: "Your browser asks for your passkey...",
  passkeyAnswered: "Your passkey answered...",
} as const;
