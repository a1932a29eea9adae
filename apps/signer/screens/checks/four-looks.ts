import { confirmStates } from "@tribe/domain/words";
import { expect } from "vitest";
import { expectFineInLooks } from "../../../web/screens/checks/four-looks.ts";
import type { AxeRules } from "../../../web/screens/checks/in-page/axe.ts";
import { expectNoShift, forgetShifts } from "../../../web/screens/checks/layout.ts";
import type { WalletState } from "../states/state.ts";
import { openWallet } from "../support/open-wallet.ts";
import type { WalletScreen } from "../support/wallet-screen.ts";

/** What axe asks of a whole page, which the frame is a part of. */
const rulesOfPages: AxeRules = { without: ["landmark-one-main", "region", "page-has-heading-one"] };

/**
 * Waits until the chain has answered what a confirm view asks: the answer may add a warning, which moves what is below it while
 * nothing can be pressed yet.
 */
const isChecked = async (screen: WalletScreen): Promise<void> => {
  if (!screen.isFramed) return;
  const { body } = screen.window.document;
  await expect.poll(() => body.textContent).not.toContain(confirmStates.checking);
  await forgetShifts(screen);
};

/** Expects that a state of the wallet's pages has no fault in any of four looks, and that nothing moves once it is drawn. */
export const expectFineWallet = (name: string, state: WalletState): Promise<void> =>
  expectFineInLooks(name, {
    open: async (look) => {
      const screen = await openWallet(state, look);
      await isChecked(screen);
      // What was pressed, and what it waited for, may move what is below it.
      if (!state.show && !look.isTextDoubled) await expectNoShift(screen);
      return screen;
    },
    recolour: (screen, colorScheme) => screen.recolour(colorScheme),
    rules: (screen) => (screen.isFramed ? rulesOfPages : {}),
    // Each run has another wallet, whose address is in every picture.
    isMoving: true,
  });
