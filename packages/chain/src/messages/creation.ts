import {
  type Address,
  createTribeMinimumLamports,
  type Lamports,
  lamports,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import { type BuyOrder, newCurve, type Quote, quoteBuy } from "@tribe/domain/curve";
import type { FeeSchedule, TradeFlags } from "@tribe/domain/money";
import { factoryAddress } from "../accounts/addresses.ts";
import { decodeFactory, type FactoryState } from "../accounts/state.ts";
import type { ChainReader } from "../swap/read-chain.ts";
import { computeUnitLimit } from "../transactions/compute.ts";
import { priorityPrice } from "../transactions/priority.ts";
import { rentOfCreate, type Spend, solRequired, spendOf } from "../transactions/spend.ts";
import type { CreateMessageInput } from "./messages.ts";

/** Facts from the chain that all creations share. */
export interface CreationTerms {
  readonly coefficient: bigint;
  readonly fees: FeeSchedule;
  readonly microLamportsPerUnit: bigint;
}

/** The inputs of a creation's quote. */
export interface CreationInput extends CreationTerms {
  readonly name: string;
  readonly symbol: string;
  /** The mint's metadata URL (`tokenMetadataUri`). */
  readonly uri: string;
  /** The creator's first buy in base units as requested, 0 for none. */
  readonly tokens: TokenUnits;
  /** The creator's flags. With a referral the inviter gets an account for the first tokens. */
  readonly flags: TradeFlags;
  /**
   * Whether the token id's addresses have the highest bump (255), so that the program needs no search; the server draws such
   * ids.
   */
  readonly hasHighestBumps: boolean;
}

/** Cost and result of a creation. */
export interface CreationQuote {
  /** Null without a first buy; `clipped` when more was requested than the curve has: then all of it is bought. */
  readonly firstBuy: Quote<BuyOrder> | null;
  readonly computeUnitLimit: number;
  /** The most that leaves the wallet. */
  readonly spend: Spend;
  /** The least that the wallet must hold before: payment and wallet minimum, and never less than the spec's minimum. */
  readonly required: Lamports;
}

/**
 * Quotes a creation: the form shows it, and the server prepares from it. Nobody can trade before the first buy, so it costs
 * exactly its quote.
 */
export const quoteCreation = (input: CreationInput): CreationQuote => {
  const { name, symbol, uri, tokens, flags, hasHighestBumps } = input;
  const hasFirstBuy = tokens > 0n;
  const firstBuy = hasFirstBuy ? firstBuyOf(input) : null;
  const limit = computeUnitLimit("create", {
    makesTokenAccount: hasFirstBuy,
    hasInviter: flags.referral,
    hasHighestBumps,
  });
  const spend = spendOf({
    tradeLamports: firstBuy?.order.maxLamports ?? 0n,
    rentLamports: rentOfCreate({ name, symbol, uri, hasFirstBuy, hasInviter: flags.referral }),
    signatures: 2,
    computeUnitLimit: limit,
    microLamportsPerUnit: input.microLamportsPerUnit,
  });
  const needed = solRequired(spend);
  const required = needed > createTribeMinimumLamports ? needed : lamports(createTribeMinimumLamports);
  return { firstBuy, computeUnitLimit: limit, spend, required };
};

const firstBuyOf = ({ coefficient, fees, flags, tokens }: CreationInput): Quote<BuyOrder> => {
  const curve = newCurve(coefficient);
  const quote = quoteBuy({ curve, fees, flags, slippageBps: 0, mode: "BUY_WITH_FIXED_TOKEN", tokens });
  // A curve at its floor is open, and the exact price of its tokens buys them.
  if (quote.kind === "refused") throw new RangeError(`a new curve refuses ${tokens} base units: ${quote.reason}`);
  return quote;
};

/** The factory settings in a creation that its signer sees. */
export const creationSettings = (
  {
    coefficient,
    referralTokenBonus,
    affiliateTokenBonus,
  }: Pick<FactoryState, "coefficient" | "referralTokenBonus" | "affiliateTokenBonus">,
  flags: TradeFlags,
): Pick<CreateMessageInput, "coefficient" | "referralBonus"> => {
  const claimed = flags.affiliate ? affiliateTokenBonus : referralTokenBonus;
  return { coefficient, referralBonus: flags.referral ? claimed : tokenUnits(0n) };
};

/** The order of a creation's first buy; all zero without one, as the program requires. */
export const firstBuyOrder = ({ firstBuy }: CreationQuote): BuyOrder =>
  firstBuy?.order ?? { tokens: tokenUnits(0n), maxLamports: lamports(0n), minTokens: tokenUnits(0n) };

/** Accounts whose recent prices decide a creation's priority: a new token's own addresses have no recent prices. */
export const touchedByCreation = (wallet: Address): readonly Address[] => [wallet];

/** Reads the chain's data for a quote. @returns null without a factory. @throws SwapError when the node does not answer */
export const readCreationTerms = async (
  chain: ChainReader,
  { program, wallet }: { readonly program: Address; readonly wallet: Address },
  signal?: AbortSignal,
): Promise<CreationTerms | null> => {
  const [[account], recent] = await Promise.all([
    chain.accounts([await factoryAddress(program)], signal),
    chain.recentPriorityFees(touchedByCreation(wallet), signal),
  ]);
  const factory = account ? decodeFactory(account) : null;
  if (!factory) return null;
  const { coefficient, fees } = factory;
  return { coefficient, fees, microLamportsPerUnit: priorityPrice(recent, "medium") };
};
