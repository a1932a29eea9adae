import type { DialogHeights } from "./Dialog.tsx";

/**
 * The heights in pixels of the wallet's frame while it signs, which the app's page keeps free for it before and after, so that
 * nothing moves: a line more in the wallet is a line more here. A sheet is narrower, so its lines break sooner. All are measured
 * (`apps/signer/screens/heights.screen.test.tsx`), with a name and amounts of a usual length.
 */
export const walletHeights = {
  /** Until the frame reports its own. */
  first: 440,
  /** The first height of a recovery to this browser. */
  firstRecovery: 205,
  /** The largest of a recovery; a higher frame shows another view. */
  maxRecovery: 400,
  /** A trade on the curve: a first buy has the deposit, and that the token is new to the person; a sale of everything its account. */
  curve: {
    buy: { sheet: 526, centred: 526 },
    firstBuy: { sheet: 588, centred: 588 },
    sale: { sheet: 526, centred: 526 },
    closingSale: { sheet: 551, centred: 551 },
  },
  /** The same in the pool, where an amount of new tokens is longer. */
  pool: {
    buy: { sheet: 550, centred: 526 },
    firstBuy: { sheet: 612, centred: 588 },
    sale: { sheet: 526, centred: 526 },
    closingSale: { sheet: 551, centred: 551 },
  },
  /** Empty token accounts that are closed. */
  closeAccounts: { sheet: 362, centred: 362 },
  /** SOL without a memo, to a new recipient; those of tokens and memos vary. */
  sendSol: { sheet: 491, centred: 428 },
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
