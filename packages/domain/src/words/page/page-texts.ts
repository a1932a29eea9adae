/** The page's messages about its session, its build and its connection. */
export const pageTexts = {
  signedOut: "You're signed out",
  xConnected: "X account connected",
  newVersion: "A new version is ready",
  notLoaded: "This didn't load",
  notLoadedCause: "The connection broke, or Tribe was just updated.",
  nothingLost: "Nothing was lost. Try again or reload the page.",
  chainUnreachable: "We can't reach the chain right now",
} as const;
