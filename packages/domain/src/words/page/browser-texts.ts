import { browserFloor, floorInWords } from "../../browsers/floor.ts";

const { safari, firefox, chromium } = browserFloor;

/** What a browser is told that is older than Tribe's floor, in the page and in the wallet. */
export const oldBrowserTexts = {
  title: "This browser is too old for Tribe",
  why: "Your wallet and the chats run inside the browser, and this one lacks parts that they need. Update it, or open this page in another one:",
  ways: [
    `iPhone or iPad: iOS ${safari} or later, in Settings, General, Software Update. Another browser on it doesn't help.`,
    `Mac: Safari ${safari} or later, Chrome or Firefox.`,
    `Android, Windows or Linux: Chrome, Edge or another Chromium browser from version ${chromium}, or Firefox from version ${firefox}.`,
  ],
  afterwards: "Then open this address again. Your wallet and your seats stay as they are.",
  /** Of the wallet's frame. */
  wallet: `This browser is too old for your wallet. It takes ${floorInWords}.`,
} as const;
