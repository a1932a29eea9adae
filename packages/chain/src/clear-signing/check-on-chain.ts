import type { Address, Lamports, NewTokenUnits, TokenUnits } from "@tribe/contract";
import { lamports, tokenUnits } from "@tribe/contract";
import { type Curve, fillBuy, fillSell, newCurve } from "@tribe/domain/curve";
import { type FeeRates, type FeeSchedule, feeRates, type TradeFlags } from "@tribe/domain/money";
import { buyFromPool, convertedUnits, newTokenUnits, sellToPool } from "@tribe/domain/pool";
import {
  associatedTokenAddress,
  factoryAddress,
  migrationAddresses,
  tokenStateAddress,
} from "../accounts/addresses.ts";
import {
  type FetchedAccount,
  verifiedFactory,
  verifiedHolding,
  verifiedNames,
  verifiedPool,
  verifiedTokenState,
} from "./chain-facts.ts";
import type { BuyDescription, CreateTribeDescription, TradeDescription } from "./description.ts";
import { impliedSlippageBps } from "./slippage.ts";

/** Facts from the chain about a message that the wallet is asked to sign. */
export interface ChainCheck {
  /** The token on chain; name and symbol are unsanitised. Null for one that does not exist yet. */
  readonly token: { readonly name: string; readonly symbol: string; readonly creator: Address } | null;
  /** Whether the wallet holds any of it, before or after its migration; null when irrelevant. */
  readonly isHeld: boolean | null;
  readonly outcome: Outcome;
}

/** The current result, in the unit of the output. */
export type Outcome =
  /** Nothing is traded. */
  | { readonly kind: "none" }
  /** The output is fixed by the chain, not by the current price. */
  | { readonly kind: "fixed"; readonly output: bigint }
  | {
      readonly kind: "quoted";
      readonly output: bigint;
      readonly slippageBps: number;
      /** Of a buy of exact tokens, whose output is what its maximum would buy: what those tokens cost now, lamports with all fees. */
      readonly costNow?: bigint;
      /** The trade's fees at that price, which are part of what is paid or of what comes; absent where another venue fills it. */
      readonly fees?: IncludedFees;
    }
  /** It would fail now. */
  | { readonly kind: "impossible" };

/** A trade's fees: lamports in all, and the rates in basis points. The platform's includes its inviter's share. */
export interface IncludedFees {
  readonly total: bigint;
  readonly creatorBps: number;
  readonly platformBps: number;
  /** What stays in the pool; 0 on the curve. */
  readonly liquidityBps: number;
}

/** Accounts to fetch, in this order, and their evaluation. */
export interface CheckPlan {
  readonly addresses: readonly Address[];
  /**
   * Evaluates a node's answer for those addresses, without trusting it: accounts with another owner, length, mint or address,
   * or with values that our programs never write, are rejected.
   * @throws UnexpectedAccountError, or RangeError of the domain's functions
   */
  readonly evaluate: (accounts: readonly FetchedAccount[]) => Promise<ChainCheck>;
}

const [curveDecimals, newDecimals] = [9, 6];

/** Plans a wallet's checks of a message on chain; null when there is nothing to check. */
export const planCheck = async (description: TradeDescription, program: Address): Promise<CheckPlan | null> => {
  switch (description.kind) {
    case "createTribe":
      return description.firstBuy && planCreate(description, program);
    case "buy":
    case "sell":
      return planTrade(description, program);
    case "swapBuy":
    case "swapSell":
    case "route":
      return planSwap(description, program);
    case "convert":
    case "collect":
      return planLifecycle(description, program);
  }
};

const planCreate = async (
  { firstBuy, flags, coefficient }: CreateTribeDescription,
  program: Address,
): Promise<CheckPlan> => ({
  addresses: [await factoryAddress(program)],
  evaluate: async ([factoryAccount]) => {
    const factory = verifiedFactory(factoryAccount, program);
    // The bytes contain the curve's coefficient, and the program accepts only its own.
    const curve = factory.coefficient === coefficient ? newCurve(coefficient) : null;
    const buy = firstBuy && curve && { curve, fees: factory.fees, flags, order: firstBuy };
    const outcome = !curve ? impossible : buy ? outcomeOfBuy(buy) : none;
    return { token: null, isHeld: null, outcome };
  },
});

type Trade = Extract<TradeDescription, { kind: "buy" | "sell" }>;

const planTrade = async (trade: Trade, program: Address): Promise<CheckPlan> => {
  const { wallet, state, mint, flags } = trade;
  return {
    addresses: [await factoryAddress(program), state, mint, await associatedTokenAddress(wallet, mint)],
    evaluate: async ([factory, stateAccount, mintAccount, holding]) => {
      const { fees } = verifiedFactory(factory, program);
      const { creator, curve } = await verifiedTokenState(stateAccount, { state, mint, program });
      return {
        token: { ...verifiedNames(mintAccount, mint, curveDecimals), creator },
        isHeld: verifiedHolding(holding, wallet, mint) > 0n,
        outcome:
          trade.kind === "buy"
            ? outcomeOfBuy({ curve, fees, flags, order: trade })
            : outcomeOfSell({ curve, fees, flags, order: trade }),
      };
    },
  };
};

type Swap = Extract<TradeDescription, { kind: "swapBuy" | "swapSell" | "route" }>;

const planSwap = async (swap: Swap, program: Address): Promise<CheckPlan> => {
  const { wallet, tokenId, mint, newMint } = swap;
  const state = await tokenStateAddress(tokenId, program);
  const { pool } = await migrationAddresses(tokenId, program);
  const [own, ownNew] = [await associatedTokenAddress(wallet, mint), await associatedTokenAddress(wallet, newMint)];
  return {
    addresses: [pool, newMint, own, ownNew],
    evaluate: async ([poolAccount, mintAccount, holding, holdingNew]) => {
      const poolState = verifiedPool(poolAccount, { state, newMint });
      return {
        token: { ...verifiedNames(mintAccount, newMint, newDecimals), creator: poolState.creator },
        isHeld: verifiedHolding(holding, wallet, mint) + verifiedHolding(holdingNew, wallet, newMint) > 0n,
        outcome: outcomeOfSwap(swap, {
          pool: { lamports: poolState.reserves.lamports, tokens: newTokenUnits(poolState.reserves.tokens) },
          rates: poolState.fees,
        }),
      };
    },
  };
};

type Lifecycle = Extract<TradeDescription, { kind: "convert" | "collect" }>;

const planLifecycle = async (operation: Lifecycle, program: Address): Promise<CheckPlan> => {
  const { tokenId, mint } = operation;
  const state = await tokenStateAddress(tokenId, program);
  return {
    addresses: [state, mint],
    evaluate: async ([stateAccount, mintAccount]) => {
      const { creator, migration } = await verifiedTokenState(stateAccount, { state, mint, program });
      const token = { ...verifiedNames(mintAccount, mint, curveDecimals), creator };
      if (operation.kind === "collect") return { token, isHeld: null, outcome: none };
      if (!migration || migration.rate < 1n || migration.newMint !== operation.newMint)
        return { token, isHeld: null, outcome: { kind: "impossible" } };
      return {
        token,
        isHeld: null,
        outcome: { kind: "fixed", output: convertedUnits(operation.tokens, migration.rate) },
      };
    },
  };
};

const none: Outcome = { kind: "none" };
const impossible: Outcome = { kind: "impossible" };

const compared = (output: bigint, minimum: bigint): Extract<Outcome, { kind: "quoted" }> => ({
  kind: "quoted",
  output,
  slippageBps: impliedSlippageBps(output, minimum),
});

interface OnCurve<Order> {
  readonly curve: Curve;
  readonly fees: FeeSchedule;
  readonly flags: TradeFlags;
  readonly order: Order;
}

/**
 * Compares a buy by its maximum cost: what that would buy now against its minimum. An order of exact tokens at ten times their
 * price is as bad as one that accepts a tenth.
 */
const outcomeOfBuy = ({
  curve,
  fees,
  flags,
  order,
}: OnCurve<Pick<BuyDescription, "maxLamports" | "minTokens" | "tokens">>): Outcome => {
  const rates = feeRates(fees, "buy", flags);
  const all = { tokens: allOf(curve), maxLamports: order.maxLamports, minTokens: tokenUnits(0n) };
  const bought = fillBuy(curve, all, rates);
  // A buy of the last tokens buys whatever is left, and pays only for that.
  const filled = fillBuy(curve, order, rates);
  if (bought.kind === "refused" || filled.kind === "refused") return impossible;
  const isExact = order.minTokens === order.tokens;
  return {
    ...compared(bought.tokens, order.minTokens),
    fees: curveFees(rates, filled.fees.total),
    ...(isExact ? { costNow: filled.total } : {}),
  };
};

const curveFees = ({ creatorBps, platformBps, referralBps }: FeeRates, total: bigint): IncludedFees => ({
  total,
  creatorBps,
  platformBps: platformBps + referralBps,
  liquidityBps: 0,
});

/** More than a curve can ever have left: only the money limits such a fill. */
const allOf = ({ xMax }: Curve): TokenUnits => xMax;

const outcomeOfSell = ({
  curve,
  fees,
  flags,
  order,
}: OnCurve<{ readonly tokens: TokenUnits; readonly minLamports: Lamports }>): Outcome => {
  const rates = feeRates(fees, "sell", flags);
  const sold = fillSell(curve, { tokens: order.tokens, minLamports: lamports(0n) }, rates);
  if (sold.kind === "refused" || sold.total < order.minLamports) return impossible;
  return { ...compared(sold.total, order.minLamports), fees: curveFees(rates, sold.fees.total) };
};

type PoolNow = Readonly<{ pool: Parameters<typeof buyFromPool>[0]; rates: Parameters<typeof buyFromPool>[1] }>;

/** A route is compared with our own pool, too: a route elsewhere should be better. */
const outcomeOfSwap = (swap: Swap, { pool, rates }: PoolNow): Outcome => {
  const { input, minOutput, direction } = amountsOf(swap);
  const swapped =
    direction === "buy"
      ? buyFromPool(pool, rates, lamports(input), zeroMinOutput)
      : sellToPool(pool, rates, newTokenUnits(input), lamports(0n));
  if (swapped.kind === "refused") return impossible;
  // Only our own pool fills at our own pool's price.
  if (swap.kind !== "route" && swapped.output < minOutput) return impossible;
  const outcome = compared(swapped.output, minOutput);
  if (swap.kind === "route") return outcome;
  return { ...outcome, fees: { ...ratesOf(rates), total: swapped.liquidity + swapped.creator + swapped.platform } };
};

const ratesOf = ({ creatorBps, platformBps, liquidityBps }: PoolNow["rates"]) => ({
  creatorBps,
  platformBps,
  liquidityBps,
});

const zeroMinOutput: NewTokenUnits = newTokenUnits(0n);

const amountsOf = (swap: Swap): { input: bigint; minOutput: bigint; direction: "buy" | "sell" } => {
  switch (swap.kind) {
    case "swapBuy":
      return { direction: "buy", input: swap.lamports, minOutput: swap.minTokens };
    case "swapSell":
      return { direction: "sell", input: swap.tokens, minOutput: swap.minLamports };
    case "route":
      return swap;
  }
};
