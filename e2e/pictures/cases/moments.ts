import { freezeChain } from "../../support/faults.ts";
import { confirmInWallet, readyToConfirm } from "../../support/page/at-the-page.ts";
import { tokens } from "../../support/people/people.ts";
import { enterPool } from "../../support/scene.ts";
import { chatPath, failCalls, openWithoutCache, press, tokenPath, typeAmount } from "./acts.ts";
import { by } from "./picture-case.ts";

/** Short-lived states, folded content, and the conversion of old tokens, which needs its own migration. */
export const momentCases = by("member", [
  {
    name: "chat-error-code",
    path: "/tribes",
    act: async (page, scene) => {
      await failCalls(page, "chat/messages");
      await openWithoutCache(page, scene, chatPath(scene));
      await page.getByText("Error code", { exact: true }).first().click();
      await page
        .getByText(/^api\./)
        .first()
        .waitFor();
    },
  },
  {
    name: "notice-confirmed",
    path: tokenPath,
    act: async (page, { tribe }) => {
      await press(page, "Buy");
      await typeAmount(page, "1");
      await press(page, "Next");
      await readyToConfirm(page);
      const thaw = await freezeChain(tribe);
      try {
        await confirmInWallet(page);
        await page.getByText("Processing...").waitFor();
        // A person who leaves meanwhile sees the result in a notice.
        await page.goto(`${tribe.appUrl}/you`);
        await page.getByRole("heading", { name: "You", exact: true }).waitFor();
      } finally {
        thaw();
      }
      await page.getByText("Transaction Confirmed").waitFor();
    },
  },
  {
    name: "dialog-convert-confirm",
    path: "/you",
    act: async (page, scene) => {
      const { mint, giver } = await enterPool(scene);
      await giver?.give(tokens(1));
      await page.goto(`${scene.tribe.appUrl}/token/${mint}`);
      await press(page, "Sell");
      await press(page, "Convert all");
      await readyToConfirm(page);
    },
  },
]);
