/** The page's messages about a frame that does not answer. */
export const walletFrameTexts = {
  closed: "The wallet is closed",
  silent: "The wallet didn't answer in time",
  restarted: "The wallet restarted. Try again.",
  notLoaded: "The wallet didn't load. Check your connection.",
  malformed: "The wallet gave an answer we don't understand",
  unreachable: "We can't reach the wallet right now. Try again in a moment.",
} as const;
