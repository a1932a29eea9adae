/** Results of connecting a social account, and the questions before one is unlinked. */
export const socialTexts = {
  farcasterConnected: "Farcaster account connected",
  unlinkOnly: (handle: string): string =>
    `Without @${handle} you can't create, join or buy until you connect an account again. You can always sell, and your tokens and SOL stay yours.`,
  unlinkOne: (handle: string): string => `@${handle} goes from your profile. Your other account stays connected.`,
} as const;
