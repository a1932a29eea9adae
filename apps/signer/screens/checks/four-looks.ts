import { confirmStates } from "@tribe/domain/words";
import { expect } from "vitest";
import { expectAccessible } from "../../../web/screens/checks/accessible.ts";
import { type AxeRules, rulesOfColours } from "../../../web/screens/checks/in-page/axe.ts";
import { expectNoShift, expectNothingCut, forgetShifts } from "../../../web/screens/checks/layout.ts";
import { sizes } from "../../../web/screens/support/sizes.ts";
import type { WalletScreen } from "../support/open-wallet.ts";

/** What axe asks of a whole page, which the frame is a part of. */
const rulesOfPages: AxeRules = { without: ["landmark-one-main", "region", "page-has-heading-one"] };

/**
 * Waits until the chain has answered what a confirm view asks, and Confirm stands as it will: the answer may add a warning, which
 * moves what is below it while nothing can be pressed yet.
 */
const isChecked = async (screen: WalletScreen): Promise<void> => {
  const { body } = screen.window.document;
  if (!screen.isFramed) return;
  await expect.poll(() => body.textContent).not.toContain(confirmStates.checking);
  await forgetShifts(screen);
};

/**
 * Expects that nothing has moved since a page of the wallet was drawn, and that axe finds no fault on it and nothing is cut, on a
 * phone and a desktop, dark and light. Another theme changes no more than what the rules of colours look at.
 */
export const expectGoodInAllLooks = async (screen: WalletScreen): Promise<void> => {
  await isChecked(screen);
  await expectNoShift(screen);
  for (const size of [sizes.smallPhone, sizes.desktop]) {
    await screen.resize(size);
    await screen.recolour("dark");
    await expectAccessible(screen, screen.isFramed ? rulesOfPages : {});
    await expectNothingCut(screen);
    await screen.recolour("light");
    await expectAccessible(screen, rulesOfColours);
  }
};
