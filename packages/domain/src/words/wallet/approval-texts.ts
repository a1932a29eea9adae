/** Texts of approving a browser for the wallet, on both sides. */
export const approvalTexts = {
  /** In the requesting browser. */
  waiting: "Waiting for your other device...",
  comparing: "Your other device is looking at this. Waiting for it...",
  where: "On a device that has your wallet, open Tribe, go to You, then Security, and open your wallet's own page.",
  type: "Type this number there, on your wallet's own page, and nowhere else. Tell it to nobody: no one at Tribe asks for it.",
  overBy: {
    refused: "Your other device refused this.",
    expired: "Nobody answered in time, or the request was ended. Ask once more.",
    changed: "Something between this browser and your other device was changed, so nothing was given. Ask once more.",
  },
  /** In the browser that has the wallet. */
  warning:
    "Did somebody call or write to you, and tell you to do this? Refuse it. Whoever has that browser could take everything in your wallet.",
  elsewhere: "Look at that browser's screen yourself, and type the number that it shows.",
  unopened: "Waiting for that browser to show its number...",
  given: "That browser has your wallet as soon as it has taken it. You can sign it out under Security.",
  otherNumber: "That isn't the number. If that browser shows this very number, refuse it: somebody stands between you.",
  changed: "Something between this browser and the other one was changed. Refuse it, and ask there once more.",
  over: "This request is over. If that browser still needs your wallet, ask there once more.",
  refused: "Refused. That browser gets nothing.",
  refusedAndEnded: "Refused, and that browser is signed out.",
} as const;
