/** What somebody is told before they sign in whose browser keeps nothing for the site. */
export const keepsNothingText =
  "This browser keeps nothing for Tribe. You can read on, but chats, buying and selling take a wallet, and your wallet needs a place here: allow cookies and site data for this site, leave the private window, or turn Lockdown Mode off for it.";
