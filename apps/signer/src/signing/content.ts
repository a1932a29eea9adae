import { type ChainCheck, slippageLevel, type TradeDescription } from "@tribe/chain/clear-signing";
import type { Address, Mint } from "@tribe/contract";
import { formatBpsUp, shortenAddress } from "@tribe/domain/money";
import { tokenTextProblem } from "@tribe/domain/people";
import { confirmNotices } from "@tribe/domain/words";
import type { StatedCreator } from "../sends/creator.ts";
import { type Handle, handleLine } from "../sends/handle.ts";
import {
  closingLines,
  costLines,
  costsOf,
  movesOf,
  named,
  outputOf,
  shortMint,
  tradeLines,
  unknownYet,
} from "./lines.ts";
import type { ConfirmContent, ConfirmLine, Notice, SpendKind, Words } from "./screen.ts";

/** The state of the question to the chain. */
export type Check =
  | { readonly kind: "unneeded" }
  | { readonly kind: "pending" }
  /** `isDisputed`: a second node says something else, or nothing. */
  | { readonly kind: "found"; readonly found: ChainCheck; readonly isDisputed?: boolean }
  /** No answer in time, or an impossible one. */
  | { readonly kind: "failed" };

type Texts = { readonly name: string; readonly symbol: string };

/** Typed when so much less than the quote may arrive that one press is too easy. */
const takeTheLoss = { word: "accept", label: "Type “accept” to take that loss" };

const creatorLabel = "Chief";
const accountLabel = "Chief's account";

/** Builds the content of the confirmation from a decoded transaction and what is known of it on chain so far. */
export const contentOf = (description: TradeDescription, check: Check): ConfirmContent => {
  const found = check.kind === "found" ? check.found : null;
  const quote = found?.outcome.kind === "quoted" ? found.outcome : null;
  const slippageBps = quote?.slippageBps ?? 0;
  const isPending = check.kind === "pending";
  return {
    headline: headlineOf(description, textsOf(description, found)),
    moves: movesOf(
      description,
      found?.outcome.kind === "fixed" ? found.outcome.output : null,
      limitOf(description) === undefined ? undefined : isPending ? null : quote?.costNow,
    ),
    lines: [
      ...tokenLines(description, check),
      ...marketLines(description, check),
      ...tradeLines(description, isPending ? null : quote?.fees),
      ...recipientLines(description),
      ...costLines(description.spend),
      ...closingLines(description),
    ],
    notices: noticesOf(description, check),
    maxSpend: description.spend.total,
    spendKind: spendKindOf(description),
    isChecking: isPending,
    typing: slippageLevel(slippageBps) === "typed" || isUnquoted(description, check) ? takeTheLoss : null,
  };
};

const spendKindOf = (description: TradeDescription): SpendKind => {
  switch (description.kind) {
    case "buy":
    case "swapBuy":
      return "most";
    case "createTribe":
      return description.firstBuy ? "most" : "costsAtMost";
    case "route":
      return description.direction === "buy" ? "most" : costsOf(description.spend);
    case "sell":
    case "swapSell":
    case "convert":
    case "collect":
      return costsOf(description.spend);
  }
};

/**
 * Whether nobody can tell what a sale or a swap should bring: the node is silent, says that it would fail, or another one differs.
 * A press alone would let anybody who makes a node silent have tokens sold for next to nothing.
 */
const isUnquoted = ({ kind }: TradeDescription, check: Check): boolean => {
  if (kind !== "sell" && kind !== "swapSell" && kind !== "swapBuy" && kind !== "route") return false;
  if (check.kind === "found") return check.isDisputed === true || check.found.outcome.kind === "impossible";
  return check.kind === "failed";
};

/**
 * A token that this transaction creates has its texts in the bytes; every other token has them on chain, or none that we show.
 */
const textsOf = (description: TradeDescription, found: ChainCheck | null): Texts | null =>
  description.kind === "createTribe" ? description : (found?.token ?? null);

const headlineOf = (description: TradeDescription, texts: Texts | null): readonly Words[] => {
  const token = texts ? named(texts) : ["a token"];
  switch (description.kind) {
    case "createTribe":
      return ["Create ", ...token];
    case "buy":
    case "swapBuy":
      return ["Buy ", ...token];
    case "sell":
    case "swapSell":
      return ["Sell ", ...token];
    case "route":
      return [description.direction === "buy" ? "Buy " : "Sell ", ...token];
    case "convert":
      return ["Convert ", ...token];
    case "collect":
      return ["Pay out the fees of ", ...token];
  }
};

/** The mint that is shown and traded: after a migration the new one. */
export const newMintOf = (description: TradeDescription): Mint =>
  "newMint" in description && description.kind !== "convert" ? description.newMint : description.mint;

const tokenLines = (description: TradeDescription, check: Check): ConfirmLine[] => {
  const mint = newMintOf(description);
  // If the check failed, nothing else identifies the token, so its whole address is shown.
  const value = check.kind === "failed" ? mint : shortMint(mint);
  const creator = check.kind === "found" ? check.found.token?.creator : undefined;
  return [
    { label: "Token", value, exact: mint },
    ...(description.kind === "convert" ? [{ label: "New token", ...shortened(description.newMint) }] : []),
    ...(check.kind === "pending" && description.kind !== "createTribe"
      ? [creatorLabel, accountLabel].map((label) => ({ label, value: unknownYet }))
      : []),
    ...(creator === undefined
      ? []
      : [
          creator === description.wallet
            ? { label: creatorLabel, value: "you", exact: creator }
            : { label: creatorLabel, ...shortened(creator) },
        ]),
  ];
};

/**
 * Adds the creator's attested account after the line with their address; or that none is attested. The address is what the wallet's
 * node says: where the role `keys` names another one, neither is believed.
 */
export const withCreator = (
  content: ConfirmContent,
  fromNode: Address,
  stated: StatedCreator | null,
): ConfirmContent => {
  const isSame = stated?.address === fromNode;
  const handle = isSame ? stated.handle : null;
  const warned = stated && !isSame ? withOtherCreator(content) : content;
  return withHandle(warned, handle);
};

const withOtherCreator = (content: ConfirmContent): ConfirmContent => ({
  ...content,
  notices: [{ tone: "danger", text: confirmNotices.otherCreator }, ...content.notices],
});

const withHandle = (content: ConfirmContent, handle: Handle | null): ConfirmContent => {
  const after = content.lines.findIndex(({ label }) => label === creatorLabel) + 1;
  const line = handle ? handleLine(handle, creatorLabel) : { label: accountLabel, value: "not proven" };
  return { ...content, lines: [...content.lines.slice(0, after), line, ...content.lines.slice(after)] };
};

const shortened = (address: string) => ({ value: shortMint(address), exact: address });

const marketLines = (description: TradeDescription, check: Check): ConfirmLine[] => {
  // What exact tokens cost now stands beside what they cost at most.
  const isLimited = limitOf(description) !== undefined;
  const limitLabel = isLimited ? "Price may rise" : "You may get";
  if (check.kind === "pending" && isQuoted(description))
    return [...(isLimited ? [] : [nowLabel]), limitLabel].map((label) => ({ label, value: unknownYet }));
  if (check.kind !== "found" || check.found.outcome.kind !== "quoted") return [];
  const { output, slippageBps } = check.found.outcome;
  const rise = riseOf(description, check.found);
  const isAsNow = isLimited && check.found.outcome.costNow === limitOf(description);
  const tone = slippageLevel(slippageBps) !== "fine" ? ({ tone: "danger" } as const) : {};
  return [
    ...(isLimited
      ? []
      : [{ label: nowLabel, value: outputOf(description, output, 3), exact: outputOf(description, output) }]),
    {
      label: limitLabel,
      value: isAsNow
        ? "not at all, or it stops"
        : rise === null
          ? `${formatBpsUp(slippageBps)} less, then it stops`
          : `by ${formatBpsUp(rise)}, then it stops`,
      ...tone,
    },
  ];
};

const nowLabel = "Now you'd get";

/** The most that an order of exactly so many tokens may cost; undefined for one by its SOL, and for anything else. */
const limitOf = (description: TradeDescription): bigint | undefined => {
  const order =
    description.kind === "buy" ? description : description.kind === "createTribe" ? description.firstBuy : null;
  return order && order.minTokens === order.tokens ? order.maxLamports : undefined;
};

/**
 * By how much the price of such an order may rise, in basis points: the slippage as the person chose it, not how many tokens fewer
 * than their maximum would buy. Null for every other order.
 */
const riseOf = (description: TradeDescription, { outcome }: ChainCheck): number | null => {
  const limit = limitOf(description);
  const cost = outcome.kind === "quoted" ? outcome.costNow : undefined;
  return limit !== undefined && cost ? Number(((limit - cost) * 10_000n) / cost) : null;
};

/** Whether a quote can be computed from the chain's prices. */
const isQuoted = (description: TradeDescription): boolean => {
  switch (description.kind) {
    case "buy":
    case "sell":
    case "swapBuy":
    case "swapSell":
    case "route":
      return true;
    case "createTribe":
      return description.firstBuy !== null;
    case "convert":
    case "collect":
      return false;
  }
};

const noticesOf = (description: TradeDescription, check: Check): Notice[] => [
  ...(check.kind === "found" ? outcomeNotices(check.found, riseOf(description, check.found)) : []),
  ...(check.kind === "found" && check.isDisputed ? [disputedNotice] : []),
  ...(check.kind === "failed" ? [uncheckedNotice(description)] : []),
  ...(isFirst(description, check) ? [firstNotice] : []),
];

const outcomeNotices = ({ token, outcome }: ChainCheck, rise: number | null): Notice[] => [
  ...(outcome.kind === "impossible" ? [{ tone: "warning", text: confirmNotices.wouldFail } as const] : []),
  ...(outcome.kind === "quoted" && slippageLevel(outcome.slippageBps) !== "fine"
    ? [
        {
          tone: "danger",
          text:
            rise === null
              ? confirmNotices.getsLess(formatBpsUp(outcome.slippageBps))
              : confirmNotices.paysMore(formatBpsUp(rise)),
        } as const,
      ]
    : []),
  ...(token && tokenTextProblem(token) ? [{ tone: "warning", text: confirmNotices.misleadingToken } as const] : []),
];

const disputedNotice: Notice = { tone: "warning", text: confirmNotices.disputed };

const firstNotice: Notice = { tone: "note", text: confirmNotices.newToken };

const uncheckedNotice = ({ kind }: TradeDescription): Notice => ({
  tone: "warning",
  text: kind === "createTribe" ? confirmNotices.uncheckedFirstBuy : confirmNotices.uncheckedToken,
});

/**
 * A transaction that creates the token account shows by its bytes that the wallet has none of the token, whatever the chain
 * answers.
 */
const isFirst = (description: TradeDescription, check: Check): boolean => {
  switch (description.kind) {
    case "buy":
      return description.makesTokenAccount || isHeld(check) === false;
    case "route":
      return description.direction === "buy" && isFirstSwap(description, check);
    case "swapBuy":
      return isFirstSwap(description, check);
    default:
      return false;
  }
};

/** Who has not converted yet has no account of the new tokens, but may know the token. */
const isFirstSwap = ({ makesTokenAccount }: { readonly makesTokenAccount: boolean }, check: Check): boolean =>
  makesTokenAccount ? isHeld(check) !== true : isHeld(check) === false;

const isHeld = (check: Check): boolean | null => (check.kind === "found" ? check.found.isHeld : null);

const roles = {
  referrer: "Inviter, out of Tribe's fee",
  inviter: "Inviter, gets the first tokens",
  creator: "Chief, gets the Chief's fees",
  platform: "Tribe, gets Tribe's fees",
} as const;

const recipientLines = ({ recipients }: TradeDescription): ConfirmLine[] =>
  recipients.map(({ role, address }) => ({ label: roles[role], value: shortenAddress(address), exact: address }));
