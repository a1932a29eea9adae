import { formatExact } from "../../money/amounts.ts";

/** Questions on the page of a mailed link, by the link's purpose. */
export const mailedLinkTexts = {
  recovery: {
    title: "Bring your wallet to this browser?",
    own: "You asked for this in this browser. Once it has your wallet, whoever can use this browser can sign with it.",
    elsewhere: "It brings your wallet to the browser that asked for it, and to no other.",
    action: "Bring it here",
  },
  proof: {
    title: "Open your wallet's own page?",
    own: "You asked for this in this browser.",
    elsewhere: "It opens your wallet's own page in the browser that asked for it, and in no other.",
    action: "Open it",
  },
  email: {
    title: "Use this address for your wallet?",
    own: "You asked for this in this browser. In 72 hours this address brings your wallet back, and the one before does not any more.",
    elsewhere: "It makes this your recovery address in the browser that asked for it, and in no other.",
    action: "Use this address",
  },
} as const;

/** Texts that all pages of mailed links share. */
export const mailedLinkStates = {
  working: "Working on it...",
  here: {
    title: "Your wallet is in this browser now",
    text: "Go back to the tab where you asked for it. You can close this one.",
  },
  stopped: {
    title: "Stopped",
    text: "This link does nothing any more.",
    advice: "Whoever asked is signed in as you. Sign out of your other devices, and look who can read your e-mail.",
  },
  nothingToStop: {
    title: "There is nothing to stop any more",
    text: "This link was used already, or was stopped before.",
    advice:
      "If you didn't ask for it, somebody who reads your e-mail did: sign in to Tribe, look under Security, and sign out what isn't you.",
  },
  over: {
    title: "This link doesn't work any more",
    text: "It works once, for 15 minutes. Ask for a new one in the tab with Tribe.",
    ownPage: "It works once, for 15 minutes. Ask for a new one on your wallet's page.",
  },
  elsewhere: {
    title: "Open this link in the browser that asked",
    text: "If your mail app opened this page by itself, choose “Open in browser”. Here you can only stop it.",
  },
} as const;

/** The page that the mail to the former recovery address opens. */
export const emailStopTexts = {
  asked: {
    title: "Keep your recovery address?",
    text: "Another address is to take this one's place for your wallet. If that wasn't you, stop it: then everything stays as it is.",
  },
  stopped: {
    title: "Stopped: your recovery address stays",
    text: "If you didn't ask for the change, somebody used a browser that has your wallet: sign in, look under Security where you're signed in, and end what isn't you.",
  },
  over: {
    title: "There is nothing to stop any more",
    text: "This change was stopped already, another one took its place, or its 72 hours are over. Sign in and look under Security.",
  },
} as const;

/** What an outflow that waits is, as a thing that was asked for. */
export const waitingOutflow = ({
  what,
  address,
  lamports,
  tokens,
}: {
  readonly what: "recipient" | "token" | "creation" | "airdrop";
  readonly address: string;
  readonly lamports: string;
  readonly tokens?: { readonly mint: string; readonly units: string } | null | undefined;
}): string => {
  const sol = `${formatExact(BigInt(lamports))} SOL`;
  const amount = tokens ? `${BigInt(tokens.units).toLocaleString("en")} base units of the token ${tokens.mint}` : sol;
  switch (what) {
    case "recipient":
      return `${amount} to be sent to ${address}`;
    case "token":
      return `${sol} for the token ${address}`;
    case "creation":
      return `a Tribe with a first buy of ${sol}`;
    case "airdrop":
      return `an airdrop of ${amount} to holders of the Tribe ${address}`;
  }
};

/** Delayed requests to a wallet. Times are already formatted. */
export const waitTexts = {
  /**
   * @param isMove a move to a new wallet, which the browser starts by itself @param between from and until when, or null for
   * now
   */
  given: (isMove: boolean, between: readonly [from: string, until: string] | null): string =>
    `It ${isMove ? "can begin" : "is given"}${between ? ` from ${between[0]} until ${between[1]}` : ""}, in the browser that asked.`,
  confirmedBetween: (from: string, until: string): string =>
    `The browser that asked can confirm it from ${from} until ${until}.`,
  linkUnopened: "Its link was not opened yet.",
  /** @param from when a browser gets the wallet @param until when it expires */
  recovered: (from: string, until: string): string => `That browser gets it on ${from}, or later until ${until}.`,
  emailReplaced: (email: string, from: string): string => `It takes the place of ${email} on ${from}.`,
} as const;
