import { it } from "vitest";
import { expectGoodInAllLooks } from "./checks/four-looks.ts";
import { walletStates } from "./states/all-states.ts";
import { openWallet } from "./support/open-wallet.ts";

// What goes wrong in a page, and each call without an answer, fails the test by itself.
it.each([...walletStates])("draws %s for everybody, on a phone and a desktop, dark and light", async (_name, state) => {
  await expectGoodInAllLooks(await openWallet(state));
});
