import { expect, it } from "vitest";
import { confirmStates } from "./states/confirm.states.ts";
import { openWallet } from "./support/open-wallet.ts";

it("signs what it showed", async () => {
  const screen = await openWallet(confirmStates.buy);
  await screen.getByRole("textbox").fill("accept");
  await expect.element(screen.getByRole("heading", { name: "Buy “Harbour Radio” (“HAR”)" })).toBeVisible();
  await screen.getByRole("button", { name: "Confirm" }).click();
  expect(await screen.answer).toHaveProperty("signature");
});
