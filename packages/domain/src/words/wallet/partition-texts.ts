/** For browsers that keep what is stored in Tribe's pages apart, so that the wallet's own window can't read its wallet. */
export const partitionTexts = {
  title: "Your wallet is inside Tribe",
  text: "This browser lets your wallet be used inside Tribe only. Its own page opens there, too.",
  action: "Open it inside Tribe",
  links: {
    recovery: {
      title: "Bring your wallet to this browser?",
      text: "If you asked for this in this browser, it goes on inside Tribe. Once it has your wallet, whoever can use this browser can sign with it.",
      action: "Bring it here",
    },
    proof: {
      title: "Open your wallet's own page?",
      text: "If you asked for this in this browser, it goes on inside Tribe.",
      action: "Open it",
    },
  },
  passkey: {
    title: "Make a passkey",
    text: "It's for the wallet of",
    action: "Make it",
    over: "Go back to Tribe and press “Add a passkey” there once more.",
    made: "Your passkey is made. Press “Add a passkey” once more: now it is tried.",
  },
  /** In the frame. */
  framed: {
    text: "This page lies inside Tribe's, because this browser lets your wallet be used there only. It opens only after you pressed in the wallet's own window.",
    elsewhere:
      "To approve another browser, change the recovery address, take your key, remove a passkey or move a wallet that has one, open this page in Firefox or Chrome on a computer: it has a window of its own there.",
  },
  /** On Tribe's page, without anything to show. */
  reopen: "Your wallet's own page opens from a window of its own, each time anew.",
} as const;
