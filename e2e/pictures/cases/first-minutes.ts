import { signInByMail } from "../../support/page/at-the-page.ts";
import { closeOtherTabs, openOwnPage, press, stay, to, toChat, toToken, typeAmount, waitForDialog } from "./acts.ts";
import { by } from "./picture-case.ts";

/** Somebody comes for the first time: from the code to their wallet, and what is asked of them then. */
export const strangerCases = by("stranger", [
  {
    name: "dialog-wallet-ready",
    path: to("/you"),
    act: async (page, { name, tribe }) => {
      await press(page, "Sign in with e-mail");
      await signInByMail(page, tribe.mailUrl(), `${name}-stranger@example.com`);
      await page.getByRole("dialog", { name: "Your wallet is ready" }).waitFor();
    },
  },
  {
    name: "dialog-connect-social",
    path: stay,
    act: async (page) => {
      await page.getByRole("dialog", { name: "Your wallet is ready" }).getByRole("button", { name: "Later" }).click();
      await page.getByRole("dialog", { name: "Connect social" }).waitFor();
    },
  },
  {
    name: "dialog-how-it-works-last",
    path: stay,
    act: async (page) => {
      await page.getByRole("dialog", { name: "Connect social" }).getByRole("button", { name: "Later" }).click();
      await page.getByRole("dialog", { name: "How it works" }).waitFor();
    },
  },
]);

/** Somebody who has signed in and has nothing yet: every list is empty. */
export const newcomerCases = by("newcomer", [
  {
    name: "home-finish-setting-up",
    path: to("/"),
    act: (page) => page.getByRole("region", { name: "Finish setting up" }).waitFor(),
  },
  { name: "tribes-empty", path: to("/tribes") },
  { name: "wallet-empty", path: to("/wallet") },
  { name: "you", path: to("/you") },
  { name: "earnings-empty", path: to("/earnings") },
  {
    name: "notifications-empty",
    path: to("/notifications"),
    act: (page) => page.getByText("Nothing yet").waitFor(),
  },
  {
    name: "dialog-add-sol",
    path: to("/wallet"),
    act: async (page) => {
      await press(page, "Add");
      await waitForDialog(page);
    },
  },
]);

/** Somebody with SOL and no tokens, whose wallet is in another browser. */
export const traderCases = by("trader", [
  { name: "chat-door", path: toChat },
  { name: "token", path: toToken },
  {
    name: "dialog-create",
    path: to("/"),
    act: async (page) => {
      await press(page, "Create your Tribe");
      await page.getByRole("button", { name: "Create", exact: true }).waitFor();
    },
  },
  {
    name: "dialog-create-amount",
    path: stay,
    act: async (page) => {
      await page.getByRole("dialog").getByRole("textbox").first().fill("5");
      await page.getByRole("dialog").getByText(/SOL/).first().waitFor();
    },
  },
  {
    name: "dialog-bring-wallet",
    path: toToken,
    act: async (page) => {
      await press(page, "Buy");
      await typeAmount(page, "1");
      await press(page, "Next");
      await page
        .frameLocator('iframe[title="Confirm in your wallet"]')
        .getByRole("button", { name: "E-mail me a link" })
        .waitFor();
    },
  },
  {
    name: "own-page-elsewhere",
    path: to("/"),
    act: openOwnPage("Your wallet isn't in this browser yet"),
    after: closeOtherTabs,
  },
]);
