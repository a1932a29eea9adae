import { readCookie, writeCookie } from "./cookies.ts";

// A frame marks both its storage and its cookies; a window that finds only the cookie has another storage than the frame.

const name = "tribe-wallet-frame";
const yearSeconds = 365 * 24 * 60 * 60;

/** Marks that a frame of the wallet was here. */
export const markFrame = (): void => {
  try {
    localStorage.setItem(name, "1");
  } catch {
    return; // a browser that keeps nothing has no wallet in its frame either
  }
  writeCookie(name, "1", yearSeconds);
};

/** Whether this browser keeps the storage of the wallet's frame apart from that of a window of its own. */
export const isPartitioned = (): boolean => {
  if (readCookie(name) === null) return false;
  try {
    return localStorage.getItem(name) === null;
  } catch {
    return false;
  }
};
