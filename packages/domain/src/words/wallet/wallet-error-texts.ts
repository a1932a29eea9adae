/** How a call to the wallet fails, in the frame and in the page's messages. */
export const walletErrorTexts = {
  notHere: "Your wallet isn't on this browser yet",
  brokenKey: "The parts of your wallet's key don't fit together: one was changed. Nothing was signed.",
  locked: "Your wallet is locked. Open it with your passkey.",
  /** @param reason why the browser stores nothing */
  noStorage: (reason: string): string => `Your wallet can't be used here: ${reason}.`,
  unknown: "Something went wrong inside the wallet. Try again.",
  declined: "You declined this in your wallet",
  busy: "Your wallet is asking you something else. Answer that first.",
  changed: "The wallet changed while you confirmed. Try again.",
  notRenewed: "Tribe didn't prepare this again in time. Nothing was signed.",
  waits: "You asked your wallet for this: it can be confirmed in a day.",
  sentElsewhere: "Something else left your wallet meanwhile. Look at this once more.",
  notVouched: "Your wallet's service gave an answer that isn't its own, so nothing was signed. Try again later.",
  notAClaim: "This isn't a claim, so it can't be confirmed together with others.",
  doubleClaim: "Two of these claims are about the same tokens.",
  foreignDetails: "This token's details would be stored outside this app.",
  otherAddress: "Tribe names another address than your wallet's on this device. Send nothing there.",
  notMoved: "Your wallet didn't move",
  moveRefused: "The network refused it. Nothing of it moved.",
  moveTooLate: "The network didn't take it in time. Nothing of it moved.",
  nodeLags: "The network's node is behind, so nobody knows what is there now. Look again in a while.",
  nodeNotUnderstood: "The network's node gave something that this page can't read. Look again later.",
  /** @param amount with its unit */
  noSolToMove: (amount: string): string =>
    `It takes ${amount}, which neither wallet has. Add some SOL, and look again.`,
  addressPutAway: "The address was put away",
  noExport: "Taking the key out of Tribe comes in a later version",
  sessionNotRenewed: "Your session couldn't be renewed. Try again.",
  linkOfOtherBrowser: "This link works only in the browser that asked for it",
  kitOfFormerWallet: (address: string): string =>
    `This kit is of the wallet that you moved from, ${address}: it opens that one alone.`,
  kitOfOtherWallet: (address: string): string => `This kit is of another wallet: ${address}`,
  notAnEmail: "This isn't an e-mail address. Look at it once more.",
  sameEmail: "This is your recovery address already.",
} as const;

/** Why a browser stores nothing for the wallet, as a part of {@link walletErrorTexts.noStorage}. */
export const storageReasons = {
  keepsNothing:
    "this browser keeps nothing for the wallet. Allow this site to keep data, leave the private window, or turn Lockdown Mode off for it",
  silent: "this browser's storage doesn't answer. Close the browser, and open it again",
  newerVersion: "it is kept by a newer version of the wallet. Load this page again",
  gone: "what was stored is not there. Load this page again",
} as const;

/** Why the wallet refuses to sign a text. */
export const messageRefusals = {
  tooManyLines: (lines: number, max: number): string =>
    `This message has ${lines} lines; your wallet signs at most ${max}.`,
  tooLong: (characters: number, max: number): string =>
    `This message has ${characters} characters; your wallet signs at most ${max}.`,
  otherFormat: "This isn't a message in Solana's off-chain format.",
  otherSigner: "This message is for a different signer, not your wallet.",
  hiddenCharacters: "This message has characters that can't be shown as they would be signed.",
  damaged: "This message is damaged.",
} as const;
