import { tokenAccountRent } from "@tribe/chain/accounts";
import type { IncludedFees, TradeDescription } from "@tribe/chain/clear-signing";
import type { Spend } from "@tribe/chain/transactions";
import { unitsPerToken } from "@tribe/contract";
import { formatAmount, formatBps, formatCost } from "@tribe/domain/money";
import { quotableText, readsAsName } from "@tribe/domain/people";
import type { ConfirmLine, SpendKind, Words } from "./screen.ts";

export const sol = (lamports: bigint, significant = 9): string =>
  `${formatAmount(lamports, { significant, grouped: false })} SOL`;
/** What somebody pays: rounded up to four places. Whatever shows it has the exact figure, too. */
const cost = (lamports: bigint): string => `${formatCost(lamports)} SOL`;
// The unit is never the token's own symbol: that is untrusted text, and could be SOL.
const counted = (units: bigint, unit: string, significant: number): string =>
  `${formatAmount(units, { significant })} ${unit}${units === unitsPerToken ? "" : "s"}`;
const tokens = (units: bigint, significant = 9): string => counted(units, "token", significant);
/** An amount of a migrated token, which has 6 decimals. */
const newTokens = (units: bigint, significant = 9): string => counted(units * 1_000n, "new token", significant);

/** Whole tokens to the last base unit. */
export const wholeTokens = (units: bigint, decimals: number): string => {
  const digits = `${units}`.padStart(decimals + 1, "0");
  const [whole, rest] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  const fraction = rest.replace(/0+$/u, "");
  const text = `${whole.replace(/\B(?=(\d{3})+$)/gu, ",")}${fraction === "" ? "" : `.${fraction}`}`;
  return `${text} ${text === "1" ? "token" : "tokens"}`;
};

/** Characters at each end of a mint. Three, as elsewhere, can be imitated: token ids can be searched for 2³⁵ addresses. */
const mintEnd = 8;

/** A mint's or person's address, short enough for a line and too long to imitate. */
export const shortMint = (mint: string): string => `${mint.slice(0, mintEnd)}…${mint.slice(-mintEnd)}`;

/** A token by name and symbol, which are untrusted texts. */
export const named = (texts: { readonly name: string; readonly symbol: string }): Words[] => {
  const [name, symbol] = [quotableText(texts.name), quotableText(texts.symbol)];
  if (readsAsName(texts) && name === texts.name) return [{ name }, " (", { name: symbol }, ")"];
  if (name === "") return ["a token without a name"];
  return [{ quoted: name }, ...(symbol === "" ? [] : [" (", { quoted: symbol }, ")"])];
};

const pays = (value: string): ConfirmLine => ({ label: "You pay", value });
/** The most that an order pays, and what it costs now, unless that is the same: null while the chain is asked, absent where it doesn't say. */
const paysAtMost = (limit: bigint, now?: bigint | null): ConfirmLine => ({
  ...pays(`at most ${cost(limit)}`),
  exact: `at most ${sol(limit)}`,
  ...(now === undefined || now === limit ? {} : { now: now === null ? unknownYet : cost(now) }),
});
const sells = (value: string): ConfirmLine => ({ label: "You sell", value });
const gets = (value: string): ConfirmLine => ({ label: "You get", value });

/** What a buy receives: an exact amount, or a minimum. The upper bound costs nothing, so it is not shown. */
const bought = (order: { readonly tokens: bigint; readonly minTokens: bigint }): ConfirmLine =>
  gets(order.minTokens === order.tokens ? tokens(order.minTokens) : `at least ${tokens(order.minTokens)}`);

/**
 * What leaves and what arrives. `fixed`: the result of a conversion that the chain has fixed, if known; `now`: what an order of exact
 * tokens costs now, null while the chain is asked.
 */
export const movesOf = (description: TradeDescription, fixed: bigint | null, now?: bigint | null): ConfirmLine[] => {
  switch (description.kind) {
    case "buy":
      return [paysAtMost(description.maxLamports, now), bought(description)];
    case "sell":
      return [sells(tokens(description.tokens)), gets(`at least ${sol(description.minLamports)}`)];
    case "convert":
      return [
        { label: "You convert", value: tokens(description.tokens) },
        gets(fixed === null ? "new tokens, at the rate the migration fixed" : newTokens(fixed)),
      ];
    case "swapBuy":
      return [pays(sol(description.lamports)), gets(`at least ${newTokens(description.minTokens)}`)];
    case "swapSell":
      return [sells(newTokens(description.tokens)), gets(`at least ${sol(description.minLamports)}`)];
    case "route":
      return description.direction === "buy"
        ? [pays(sol(description.input)), gets(`at least ${newTokens(description.minOutput)}`)]
        : [sells(newTokens(description.input)), gets(`at least ${sol(description.minOutput)}`)];
    case "collect":
      return [
        {
          label: "Paid out",
          value: description.source === "curve" ? "its fees so far" : "its fees in the pool so far",
        },
      ];
    case "createTribe": {
      const { firstBuy } = description;
      return firstBuy ? [paysAtMost(firstBuy.maxLamports, now), bought(firstBuy)] : [];
    }
  }
};

/** The amount that a trade brings, in its unit, cut to `significant` digits. */
export const outputOf = (description: TradeDescription, output: bigint, significant = 9): string => {
  switch (description.kind) {
    case "buy":
    case "createTribe":
      return tokens(output, significant);
    case "swapBuy":
    case "convert":
      return newTokens(output, significant);
    case "sell":
    case "swapSell":
    case "collect":
      return sol(output, significant);
    case "route":
      return description.direction === "buy" ? newTokens(output, significant) : sol(output, significant);
  }
};

/** The fees of a trade, which are in its amounts already. `fees`: null while the chain is asked, absent where it doesn't say. */
export const tradeLines = (description: TradeDescription, fees?: IncludedFees | null): ConfirmLine[] => {
  switch (description.kind) {
    case "buy":
    case "sell":
    case "swapBuy":
    case "swapSell":
      return [feeLine(fees)];
    case "convert":
      return [{ label: "Fees", value: "none" }];
    case "route":
      return [
        { label: "Route", value: "Jupiter" },
        { label: "Fees", value: "included" },
      ];
    case "createTribe":
      return description.firstBuy ? [feeLine(fees)] : [];
    case "collect":
      return [];
  }
};

const feeLine = (fees: IncludedFees | null | undefined): ConfirmLine => {
  const label = "Fees, included";
  if (fees === null) return { label, value: unknownYet };
  if (fees === undefined) return { label, value: "not known now" };
  const rates = [
    [fees.creatorBps, "Chief"],
    [fees.platformBps, "Tribe"],
    [fees.liquidityBps, "pool"],
  ] as const;
  const all = rates.reduce((sum, [bps]) => sum + bps, 0);
  const byRecipient = rates.flatMap(([bps, whose]) => (bps > 0 ? [`${formatBps(bps)} ${whose}`] : []));
  // A phone has no room for each rate beside the amount; the app's form has them, one in a row.
  return {
    label,
    value: `${formatBps(all)}: ${formatAmount(fees.total, { significant: 2, up: true })} SOL`,
    exact: [sol(fees.total), ...byRecipient].join(", "),
  };
};

/** A line's placeholder until the chain has answered, so that nothing moves under a finger then. */
export const unknownYet = "…";

/** The account that everything leaves is closed with the trade, and its deposit returns to the wallet. */
export const closingLines = (description: TradeDescription): ConfirmLine[] =>
  "closesAccount" in description && description.closesAccount
    ? [{ label: "Closes its account", value: `+${sol(tokenAccountRent)} back` }]
    : [];

/** The network's fee, and the deposits of new accounts. `more`: a fee besides it, in lamports, and whose it is. */
export const costLines = (spend: Spend, more?: readonly [fee: bigint, whose: string]): ConfirmLine[] => [
  ...(spend.rent > 0n ? [{ label: "One-time deposit", value: cost(spend.rent), exact: sol(spend.rent) }] : []),
  {
    label: "Network fee",
    value: sol(spend.signatures + spend.priority + (more?.[0] ?? 0n)),
    exact: [
      `${sol(spend.signatures)} for signatures`,
      `${sol(spend.priority)} for priority`,
      ...(more ? [`${sol(more[0])} for ${more[1]}`] : []),
    ].join(", "),
  },
];

/** What leaves besides an amount: exactly its fee, or at most that, where a deposit may turn out not to be needed. */
export const costsOf = (spend: Spend): SpendKind => (spend.rent > 0n ? "costsAtMost" : "costs");
