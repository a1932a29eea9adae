import { type Description, describeMessage, isRefusal, type Spend } from "@tribe/chain";
import { formatAmount, formatExact, shortenAddress } from "@tribe/domain";
import type { Describe } from "./describe.ts";
import type { ConfirmLine } from "./screen.ts";

const sol = (lamports: bigint): string => `${formatExact(lamports)} SOL`;
const tokens = (units: bigint): string => formatAmount(units, { significant: 9 });

/** What a buy gets: exactly that many, or no less. A higher bound costs nobody anything, so that none is shown. */
const boughtLine = (order: { readonly tokens: bigint; readonly minTokens: bigint }, unit: string): ConfirmLine => ({
  label: order.minTokens === order.tokens ? "You get" : "You get at least",
  value: `${tokens(order.minTokens)} ${unit}`,
});

/** Characters at each end of a mint. Three, as elsewhere, can be imitated: whoever gives out token ids tries 2³⁵ of them. */
const mintEnd = 8;

/** An amount of a migrated token, which has 6 decimals. */
const newTokens = (units: bigint): string => `${tokens(units * 1_000n)} new tokens`;

const tokenLine = (mint: string, label = "Token"): ConfirmLine => ({
  label,
  value: `${mint.slice(0, mintEnd)}…${mint.slice(-mintEnd)}`,
  exact: mint,
});

/** What the network takes, and what stays in the accounts that are made. */
const costLines = (spend: Spend): ConfirmLine[] => [
  ...(spend.rent > 0n ? [{ label: "Rent of new accounts", value: sol(spend.rent) }] : []),
  {
    label: "Network fee",
    value: sol(spend.signatures + spend.priority),
    exact: `${sol(spend.signatures)} for signatures, ${sol(spend.priority)} for priority`,
  },
];

const linesOf = (description: Description): ConfirmLine[] => {
  switch (description.kind) {
    case "buy":
      return [
        { label: "You pay at most", value: sol(description.maxLamports) },
        boughtLine(description, "tokens"),
        tokenLine(description.mint),
        { label: "Trade fees", value: "in what you pay" },
      ];
    case "sell":
      return [
        { label: "You give", value: `${tokens(description.tokens)} tokens` },
        { label: "You get at least", value: sol(description.minLamports) },
        tokenLine(description.mint),
        { label: "Trade fees", value: "already taken off" },
      ];
    case "convert":
      return [
        { label: "You give", value: `${tokens(description.tokens)} tokens` },
        { label: "You get", value: "new tokens, at the rate that the migration fixed" },
        tokenLine(description.mint),
        tokenLine(description.newMint, "New token"),
        { label: "Trade fees", value: "none" },
      ];
    case "swapBuy":
      return [
        { label: "You pay", value: sol(description.lamports) },
        { label: "You get at least", value: newTokens(description.minTokens) },
        tokenLine(description.newMint, "New token"),
        { label: "Pool fees", value: "in what you pay" },
      ];
    case "swapSell":
      return [
        { label: "You give", value: newTokens(description.tokens) },
        { label: "You get at least", value: sol(description.minLamports) },
        tokenLine(description.newMint, "New token"),
        { label: "Pool fees", value: "already taken off" },
      ];
    case "route":
      return [
        description.direction === "buy"
          ? { label: "You pay", value: sol(description.input) }
          : { label: "You give", value: newTokens(description.input) },
        {
          label: "You get at least",
          value: description.direction === "buy" ? newTokens(description.minOutput) : sol(description.minOutput),
        },
        tokenLine(description.newMint, "New token"),
        { label: "Route", value: "Jupiter" },
        { label: "Exchange fees", value: "in the price" },
      ];
    case "collect":
      return [
        { label: "Paid out", value: `what the ${description.source} has collected` },
        tokenLine(description.mint),
      ];
    case "createTribe": {
      const { firstBuy, symbol } = description;
      return [
        { label: "Tribe", value: `${description.name} (${symbol})` },
        tokenLine(description.mint),
        ...(firstBuy
          ? [
              { label: "You pay at most", value: sol(firstBuy.maxLamports) },
              boughtLine(firstBuy, symbol),
              { label: "Trade fees", value: "in what you pay" },
            ]
          : []),
      ];
    }
  }
};

const roles = {
  referrer: "Referrer, out of the platform's fee",
  inviter: "Inviter, gets the first tokens",
  creator: "Creator, gets the creator's fees",
  platform: "Platform, gets the platform's fees",
} as const;

/** Decodes a transaction of this app by `packages/chain`; whatever else is refused with the reason. */
export const describeTransaction: Describe = async (bytes, owner, config) => {
  const context = { wallet: owner, admin: config.adminAddress, program: config.programAddress };
  const description = await describeMessage(bytes, context);
  if (isRefusal(description)) return { kind: "refused", reason: description.words };
  const recipients = description.recipients.map(({ role, address }) => ({
    label: roles[role],
    value: shortenAddress(address),
    exact: address,
  }));
  return {
    kind: "content",
    content: {
      headline: description.words,
      lines: [...linesOf(description), ...recipients, ...costLines(description.spend)],
      maxSpend: description.spend.total,
    },
  };
};
