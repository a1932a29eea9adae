import type { DialogHeights } from "./Dialog.tsx";

/**
 * The heights in pixels of the wallet's frame, which the app's page keeps free for it before it is there, so that nothing moves:
 * a line more in the wallet is a line more here. A sheet is narrower, so its lines break sooner. That of a first buy is measured
 * (`apps/signer/screens/heights.screen.test.tsx`).
 */
export const walletHeights = {
  /** Until the frame reports its own. */
  first: 440,
  /** The first height of a recovery to this browser. */
  firstRecovery: 262,
  /** The largest of a recovery; a higher frame shows another view. */
  maxRecovery: 400,
  /** A trade on the curve while it is signed, of a token that the person holds. */
  trade: { sheet: 500, centred: 500 },
  /** A first buy: the deposit, and that the token is new to the person. */
  firstBuy: { sheet: 570, centred: 570 },
  /** A sale of everything, with a line about its account. */
  closingSale: { sheet: 524, centred: 524 },
  swap: { sheet: 561, centred: 562 },
  /** Empty token accounts that are closed. */
  closeAccounts: { sheet: 356, centred: 356 },
  /** SOL without a memo, to a new recipient; those of tokens and memos vary. */
  sendSol: { sheet: 480, centred: 438 },
} as const;

/** The dialog's own parts above and below the wallet's frame: its handle, title and padding. */
export const aroundWallet: DialogHeights = { sheet: 111, centred: 79 };

/** The height of a dialog with a frame of this height. */
export const dialogWith = ({ sheet, centred }: DialogHeights): DialogHeights => ({
  sheet: sheet + aroundWallet.sheet,
  centred: centred + aroundWallet.centred,
});

/** The height of the frame in a dialog of this height, in the layout where it is higher. */
export const frameIn = ({ sheet, centred }: DialogHeights): number =>
  Math.max(sheet - aroundWallet.sheet, centred - aroundWallet.centred);
