import { it } from "vitest";
import { forgetShifts } from "../../web/screens/checks/layout.ts";
import { expectGoodInAllLooks } from "./checks/four-looks.ts";
import { walletStates } from "./states/all-states.ts";
import { openWallet } from "./support/open-wallet.ts";

// What goes wrong in a page, and each call without an answer, fails the test by itself.
it.each([...walletStates])("draws %s for everybody, on a phone and a desktop, dark and light", async (_name, state) => {
  const screen = await openWallet(state);
  // What was pressed, and what it waited for, may move what is below it.
  if (state.show) await forgetShifts(screen);
  await expectGoodInAllLooks(screen);
});
