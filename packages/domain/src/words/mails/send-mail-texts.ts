import { formatExact } from "../../money/amounts.ts";
import { minuteInUtc, type NoticeMail } from "./mail-parts.ts";

/** Sent when a device asks to let out more than its allowance. */
export const sendAskedMailText = (of: {
  readonly what: "recipient" | "token" | "creation" | "airdrop";
  readonly address: string;
  readonly lamports: string;
  /** In base units of the mint; null or absent for SOL. */
  readonly tokens?: { readonly mint: string; readonly units: string } | null | undefined;
  readonly readyAt: number;
  readonly securityUrl: string;
}): NoticeMail => {
  const { subject, request: asked, later } = requestedOutflow(of);
  return {
    subject,
    lines: [
      `A browser that has your wallet asked to ${asked}.`,
      `From ${minuteInUtc.format(of.readyAt)} UTC on that browser may ${later}, and no more than that. If it isn't you, stop it before, and end that session.`,
    ],
    action: { label: "Look, and stop it", url: of.securityUrl },
  };
};

const requestedOutflow = ({
  what,
  address,
  lamports,
  tokens,
}: Pick<Parameters<typeof sendAskedMailText>[0], "what" | "address" | "lamports" | "tokens">): {
  readonly subject: string;
  /** After `asked to`. */
  readonly request: string;
  /** After `may`. */
  readonly later: string;
} => {
  const sol = `${formatExact(BigInt(lamports))} SOL`;
  const units = tokens ? unitsOf(tokens) : sol;
  switch (what) {
    case "recipient":
      return {
        subject: `Your wallet is asked to send ${tokens ? "tokens" : sol}`,
        request: `send ${units} to ${address}`,
        later: "send it",
      };
    case "token":
      return {
        subject: `Your wallet is asked to spend ${sol} on a token`,
        request: `spend ${sol} on the token ${address}`,
        later: "buy it for that",
      };
    case "creation":
      return {
        subject: `Your wallet is asked to create a Tribe for ${sol}`,
        request: `create a Tribe and buy its first tokens for ${sol}`,
        later: "create it for that",
      };
    case "airdrop":
      return {
        subject: "Your wallet is asked to airdrop tokens",
        request: `airdrop ${units} to a list of holders of the Tribe ${address}`,
        later: "pay that list",
      };
  }
};

const unitsOf = ({ mint, units }: { readonly mint: string; readonly units: string }): string =>
  `${BigInt(units).toLocaleString("en")} base units of the token ${mint}`;

/** Sent when a wallet pays somebody for the first time, however little. */
export const firstSendMailText = (of: {
  readonly recipient: string;
  readonly lamports: string;
  readonly tokens: { readonly mint: string; readonly units: string } | null;
  readonly securityUrl: string;
}): NoticeMail => {
  const what = of.tokens ? unitsOf(of.tokens) : `${formatExact(BigInt(of.lamports))} SOL`;
  return {
    subject: "Your wallet sends to a new address",
    lines: [
      `${what} ${of.tokens ? "go" : "goes"} to ${of.recipient}, to which this wallet never sent before.`,
      "If it isn't you, sign out of your other devices: somebody used a browser that has your wallet.",
    ],
    action: { label: "See where you're signed in", url: of.securityUrl },
  };
};
