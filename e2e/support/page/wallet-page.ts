import type { Page } from "playwright-core";
import type { Tribe } from "../product/tribe.ts";
import { lastMailAt, readFromMail, signInByMail } from "./at-the-page.ts";
import { visit } from "./browser.ts";

// By the configured address: a product under its own name answers passkeys only there.

/** A new person signs up on the home page by a mailed code, and postpones what it offers next. Their wallet is in this browser. */
export const signUpOnPage = async (page: Page, tribe: Tribe, email: string): Promise<void> => {
  // A list that stays empty: nothing moves beneath the dialogs.
  await visit(page, `${tribe.config().appUrl}/?tab=migrated`);
  // The bar above the page on a phone, the page itself on a desktop.
  await page.getByRole("button", { name: "Sign in", exact: true }).first().click();
  await signInByMail(page, tribe.mailUrl(), email);
  for (const name of ["Your wallet is ready", "Connect social"])
    await page.getByRole("dialog", { name }).getByRole("button", { name: "Later" }).click();
  await page.getByRole("button", { name: "Enter the app" }).click();
};

/** Signs in on the page You by a mailed code, where the wallet is in another browser. */
export const signInAgain = async (page: Page, tribe: Tribe, email: string): Promise<void> => {
  await visit(page, `${tribe.config().appUrl}/you`);
  await page.getByRole("button", { name: "Sign in with e-mail" }).click();
  await signInByMail(page, tribe.mailUrl(), email);
  await page.getByRole("link", { name: /^Security/ }).waitFor();
};

/** Opens the wallet's own page from the app's Security page, in a new tab. */
export const openWalletPage = async (page: Page, tribe: Tribe): Promise<Page> => {
  await visit(page, `${tribe.config().appUrl}/you/security`);
  // The text above the link appears a moment later, and moves the link.
  await page.getByText(/^If you lose this device: by/).waitFor();
  const [own] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Open your wallet's own page" }).click(),
  ]);
  await own.getByRole("heading", { name: "Your wallet's own page" }).waitFor();
  return own;
};

/** A section of the wallet's own page. */
export const section = (own: Page, name: string) => own.getByRole("region", { name });

/** The wallet's address on its own page. */
export const addressOn = async (own: Page): Promise<string> =>
  (await own.getByText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/).textContent()) ?? "none";

/** Requests a mailed link in a section of the wallet's own page, and opens it from the mail in a new tab. */
export const proveByMail = async (own: Page, name: string, tribe: Tribe, email: string): Promise<Page> => {
  const after = await lastMailAt(tribe.mailUrl(), email);
  const ask = section(own, name).getByRole("button", { name: "E-mail me a link" });
  const mailed = section(own, name).getByText("We sent a link to");
  const refused = section(own, name).getByRole("button", { name: /^E-mail me a link in \d+ s$/ });
  await ask.click();
  // Only one link per half minute is mailed: when too early, the button shows the wait; press it again.
  await mailed.or(refused).waitFor();
  if (await refused.isVisible()) await ask.click();
  await mailed.waitFor();
  const link = await readFromMail(tribe.mailUrl(), { email, after, what: /(https?:\S+#proof=\S+)/ });
  const proven = await own.context().newPage();
  await proven.goto(link);
  await section(proven, name).waitFor();
  return proven;
};

/** Starts to send SOL on the page Wallet, up to the wallet's frame. */
export const beginToSend = async (page: Page, tribe: Tribe, { to, sol }: { to: string; sol: string }) => {
  await visit(page, `${tribe.config().appUrl}/wallet`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "To", exact: true }).fill(to);
  await dialog.getByRole("textbox", { name: "Amount" }).fill(sol);
  await page.getByRole("button", { name: "Next", exact: true }).click();
};
