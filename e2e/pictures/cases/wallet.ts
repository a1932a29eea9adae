import { confirmInWallet } from "../../support/page/at-the-page.ts";
import { chatPath, closeOtherTabs, openOwnPage, press, tokenPath, typeAmount } from "./acts.ts";
import { by, samePage } from "./picture-case.ts";

/** Sending and receiving, the wallet's own page, and a migrated Tribe. */
export const walletCases = by("member", [
  {
    name: "wallet-activity",
    path: "/wallet",
    act: async (page) => {
      const tab = page.getByRole("tab", { name: "Activity" });
      const filter = page.getByRole("button", { name: "Trades", exact: true });
      await tab.or(filter).first().waitFor();
      if (await tab.isVisible()) await tab.click();
      await page.getByRole("region", { name: "Activity" }).getByRole("listitem").first().waitFor();
    },
  },
  {
    name: "dialog-send",
    path: "/wallet",
    act: async (page) => {
      await press(page, "Send");
      await page.getByRole("textbox", { name: "To", exact: true }).waitFor();
    },
  },
  {
    name: "dialog-send-person",
    path: samePage,
    act: async (page, { chief }) => {
      await page.getByRole("textbox", { name: "To", exact: true }).fill(chief.address);
      await typeAmount(page, "1.25");
    },
  },
  {
    name: "dialog-send-confirm",
    path: samePage,
    act: async (page, { wallet, chief }) => {
      await press(page, "Next");
      await wallet().getByText(chief.address, { exact: true }).waitFor();
    },
  },
  {
    name: "dialog-receive",
    path: "/wallet",
    act: async (page) => {
      await press(page, "Receive");
      await page
        .frameLocator('iframe[title="Your wallet\'s address"]')
        .getByRole("img", { name: /QR code/ })
        .waitFor();
    },
  },
  {
    name: "own-page",
    path: "/",
    act: openOwnPage("Recovery kit"),
    after: closeOtherTabs,
  },
  {
    name: "panel-trade",
    path: chatPath,
    act: async (page) => {
      await page.getByRole("tab", { name: "Trade", exact: true }).click();
      await page.getByRole("heading", { name: "Trades" }).waitFor();
    },
    isWide: true,
  },
  {
    name: "panel-about",
    path: chatPath,
    act: (page) => page.getByRole("tab", { name: "About" }).click(),
    isWide: true,
  },
  { name: "token-migrated", path: ({ poolMint }) => `/token/${poolMint}` },
  {
    name: "dialog-swap",
    path: ({ poolMint }) => `/token/${poolMint}`,
    act: async (page) => {
      await press(page, "Buy");
      await page.getByText("You hold", { exact: true }).waitFor();
    },
  },
  {
    name: "dialog-swap-amount",
    path: samePage,
    act: async (page) => {
      await typeAmount(page, "0.5");
      await page.getByRole("button", { name: "Next", exact: true, disabled: false }).waitFor();
    },
  },
]);

/** Last, because they change the member's holdings. */
export const tradeEndCases = by("member", [
  {
    name: "dialog-confirmed",
    path: tokenPath,
    act: async (page) => {
      await press(page, "Buy");
      await typeAmount(page, "1");
      await press(page, "Next");
      await confirmInWallet(page);
      await page.getByText("Transaction Confirmed").waitFor();
    },
  },
]);
