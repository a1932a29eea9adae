/** Questions before sessions are ended, and their results. */
export const sessionTexts = {
  endOne: (device: string): string =>
    `${device} is signed out at once and loses your wallet. To use Tribe there again takes a new sign-in and, for the wallet, a link that we mail to you.`,
  endedOne: "Signed out",
  endOthers: (count: number): string =>
    `${count === 1 ? "One other session ends" : `${count} other sessions end`} at once, and your wallet can't be used there any more. This device stays signed in.`,
  endedOthers: "Signed out everywhere else",
  reviewLabel: "Review devices",
  googleLinked: "Your Google account is linked",
  reviewDevices:
    "You can sign in with it from now on. See where else you're signed in, and sign out what you don't know.",
} as const;
