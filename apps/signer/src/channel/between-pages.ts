/**
 * A channel between this browser's pages of the wallet's origin. Where the browser has none, as in iOS's Lockdown Mode, nobody is
 * told anything and nobody answers: each page works by itself.
 */
export const openChannel = (name: string): Pick<BroadcastChannel, "postMessage" | "close" | "onmessage"> =>
  typeof BroadcastChannel === "function"
    ? new BroadcastChannel(name)
    : { postMessage: () => undefined, close: () => undefined, onmessage: null };
