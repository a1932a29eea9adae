import { it } from "vitest";
import { expectFineWallet } from "./checks/four-looks.ts";
import { walletStates } from "./states/all-states.ts";

// What goes wrong in a page, and each call without an answer, fails the test by itself.
it.each([...walletStates])("has no fault in its looks: signer/%s", (name, state) =>
  expectFineWallet(`signer-${name}`, state),
);
