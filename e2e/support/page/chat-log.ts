import type { Locator, Page } from "playwright-core";

/** The messages of the open chat. */
export const messageLog = (page: Page): Locator => page.getByRole("log", { name: "Messages" });

/** The newest message with this text. */
export const messageRow = (page: Page, text: string): Locator =>
  messageLog(page).getByRole("article", { name: text }).last();

/** The field for a new message. */
export const messageField = (page: Page): Locator => page.getByRole("textbox", { name: "Message", exact: true });
