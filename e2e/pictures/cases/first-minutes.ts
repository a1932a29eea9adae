import { signInByMail } from "../../support/page/at-the-page.ts";
import { tokens } from "../../support/people/people.ts";
import { chatPath, closeOtherTabs, openOwnPage, press, tokenPath, typeAmount, waitForDialog } from "./acts.ts";
import { by, samePage } from "./picture-case.ts";

/** A person's first sign-in: from the code to the wallet, and the steps after it. */
export const strangerCases = by("stranger", [
  {
    name: "dialog-wallet-ready",
    path: "/you",
    act: async (page, { name, tribe }) => {
      await press(page, "Sign in with e-mail");
      await signInByMail(page, tribe.mailUrl(), `${name}-stranger@example.com`);
      await page.getByRole("dialog", { name: "Your wallet is ready" }).waitFor();
    },
  },
  {
    name: "dialog-connect-social",
    path: samePage,
    act: async (page) => {
      await page.getByRole("dialog", { name: "Your wallet is ready" }).getByRole("button", { name: "Later" }).click();
      await page.getByRole("dialog", { name: "Connect social" }).waitFor();
    },
  },
  {
    name: "dialog-how-it-works-last",
    path: samePage,
    act: async (page) => {
      await page.getByRole("dialog", { name: "Connect social" }).getByRole("button", { name: "Later" }).click();
      await page.getByRole("dialog", { name: "How it works" }).waitFor();
    },
  },
]);

/** A person who has signed in and has nothing yet: every list is empty. */
export const newcomerCases = by("newcomer", [
  {
    name: "home-finish-setting-up",
    path: "/",
    act: (page) => page.getByRole("region", { name: "Finish setting up" }).waitFor(),
  },
  { name: "tribes-empty", path: "/tribes" },
  { name: "wallet-empty", path: "/wallet" },
  { name: "you", path: "/you" },
  { name: "earnings-empty", path: "/earnings" },
  {
    name: "notifications-empty",
    path: "/notifications",
    act: (page) => page.getByText("Nothing yet").waitFor(),
  },
  {
    name: "dialog-add-sol",
    path: "/wallet",
    act: async (page) => {
      await press(page, "Add");
      await waitForDialog(page);
    },
  },
]);

/** A person with SOL and no tokens, whose wallet is in another browser. */
export const traderCases = by("trader", [
  { name: "chat-door", path: chatPath },
  { name: "token", path: tokenPath },
  {
    name: "dialog-create",
    path: "/",
    act: async (page) => {
      await press(page, "Create your Tribe");
      await page.getByRole("button", { name: "Create", exact: true }).waitFor();
    },
  },
  {
    name: "dialog-create-amount",
    path: samePage,
    act: async (page) => {
      await page.getByRole("dialog").getByRole("textbox").first().fill("5");
      await page.getByRole("dialog").getByText(/SOL/).first().waitFor();
    },
  },
  {
    name: "dialog-create-confirm",
    path: samePage,
    act: async (page) => {
      await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click();
      await page.frameLocator('iframe[title="Confirm in your wallet"]').getByRole("button").first().waitFor();
    },
  },
  {
    name: "dialog-bring-wallet",
    path: tokenPath,
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
    path: "/",
    act: openOwnPage("Your wallet isn't in this browser yet"),
    after: closeOtherTabs,
  },
  {
    name: "chat-door-may-join",
    path: "/you",
    act: async (page, { trader, mint, tribe }) => {
      await trader.trade(mint, { side: "buy", tokens: tokens(12) });
      await page.goto(`${tribe.appUrl}/chat/${mint}`);
      await page.getByRole("button", { name: "Join", exact: true }).first().waitFor();
    },
  },
  {
    name: "dialog-join",
    path: samePage,
    act: async (page) => {
      await press(page, "Join");
      await page.getByRole("dialog").getByRole("button", { name: "Join chat" }).waitFor();
    },
  },
]);
