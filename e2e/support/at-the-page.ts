import type { Page } from "playwright-core";

/** What a person does at the page, in the words that the page shows. Everything is found by role and name. */

/** The newest sign-in code in the inbox for an address, read as a person would: from the mail. */
const readCode = async (mailUrl: string, email: string): Promise<string> => {
  const query = new URLSearchParams({ to: email, wait: "20" });
  const answer = await fetch(`${new URL("/mail/api/messages", mailUrl)}?${query}`);
  const code = /\b(\d{6})\b/.exec(await answer.text().then(textOfNewest))?.[1];
  if (!code) throw new Error(`No code came for ${email}`);
  return code;
};

const textOfNewest = (json: string): string => {
  const { messages } = JSON.parse(json) as { messages: readonly { text: string }[] }; // the inbox's documented answer
  return messages[0]?.text ?? "";
};

/** Types the address and the mailed code into the open sign-in dialog; the wallet is made on the way. */
export const signInByMail = async (page: Page, mailUrl: string, email: string): Promise<void> => {
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  const code = page.getByRole("textbox", { name: "Code" });
  await code.waitFor();
  await code.fill(await readCode(mailUrl, email));
};

/** From the open connect-social dialog to X, in as one of its people, and back. */
export const connectX = async (page: Page, persona: string): Promise<void> => {
  await page.getByRole("button", { name: "Connect X" }).click();
  await page.getByRole("button", { name: persona }).click();
};

/** From the open fund dialog to the card page, pays, and comes back. */
export const fundByCard = async (page: Page, sol: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Amount by card" }).fill(sol);
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("link", { name: "Back to Tribe" }).click();
};

/** Presses Confirm inside the wallet's own frame. */
export const confirmInWallet = async (page: Page): Promise<void> => {
  const frame = page.frameLocator('iframe[title="Confirm in your wallet"]');
  await frame.getByRole("button", { name: "Confirm" }).click();
};

/** Writes a message into the open chat. */
export const say = async (page: Page, text: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
};
