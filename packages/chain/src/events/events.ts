import { type Address, lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { addressOrNull, factoryAddress, fromChainAddress, tokenStateAddress } from "../accounts/addresses.ts";
import { type CurveEvent, decodeCurveEvent, type TokenBought } from "../generated/index.ts";
import { decodeBase58 } from "../transactions/base58.ts";
import { toFactoryEvent } from "./factory-events.ts";
import { type EventPlace, isTokenEvent, type ProgramEvent, type TradeFields } from "./program-events.ts";

/** The inner calls of an RPC transaction (`getTransaction`, encoding `json` or `base64`). */
export interface RpcInnerInstructions {
  /** The top-level instruction that made the calls. */
  readonly index: number;
  readonly instructions: readonly {
    readonly programIdIndex: number;
    readonly accounts: readonly number[];
    /** base58 */
    readonly data: string;
  }[];
}

/**
 * Decodes events from inner calls: calls of the program to itself with an event's data, whose one account is the PDA that must
 * sign it (the token's state, or the factory). Only the program can sign for that PDA, and it refuses the call from anybody
 * else, so a successful transaction cannot contain a fake. Logs are not used.
 * @param accountKeys static keys, then loaded writable, then loaded read-only ones, as indexes count them
 */
export const decodeEvents = async (
  innerInstructions: readonly RpcInnerInstructions[],
  accountKeys: readonly string[],
  program: Address,
): Promise<ProgramEvent[]> => {
  const events: ProgramEvent[] = [];
  for (const { index, instructions } of innerInstructions)
    for (const [inner, call] of instructions.entries()) {
      if (accountKeys[call.programIdIndex] !== program || call.accounts.length !== 1) continue;
      const decoded = decodeData(call.data);
      if (!decoded) continue;
      const event = toEvent(decoded, { instruction: index, inner, seq: decoded.data.seq });
      const signer = isTokenEvent(event)
        ? await tokenStateAddress(event.tokenId, program)
        : await factoryAddress(program);
      if (accountKeys[call.accounts[0] ?? -1] === signer) events.push(event);
    }
  return events;
};

/** Truncated data or invalid base58 is not an event. */
const decodeData = (data: string): CurveEvent | undefined => {
  try {
    return decodeCurveEvent(decodeBase58(data));
  } catch {
    return undefined;
  }
};

/** The token of an event. */
const tokenOf = (data: { readonly tokenId: bigint; readonly mint: TokenBought["mint"] }) => ({
  tokenId: data.tokenId as TokenId, // a u64 by its decoder
  mint: fromChainAddress(data.mint),
});

const tradeFields = (data: TokenBought): TradeFields => ({
  mint: fromChainAddress(data.mint),
  trader: fromChainAddress(data.trader),
  creator: fromChainAddress(data.creator),
  referrer: addressOrNull(fromChainAddress(data.referrer)),
  amount: tokenUnits(data.amount),
  price: lamports(data.price),
  supplyBeforeTrade: tokenUnits(data.supplyBeforeTrade),
  platformFee: lamports(data.platformFee),
  creatorFee: lamports(data.creatorFee),
  referralFee: lamports(data.referralFee),
  referralRate: data.referralRate,
  discountRate: data.discountRate,
  isAffiliate: data.isAffiliate,
});

const toEvent = (event: CurveEvent, place: EventPlace): ProgramEvent => {
  switch (event.kind) {
    case "tokenCreated":
      return {
        ...place,
        kind: event.kind,
        ...tokenOf(event.data),
        creator: fromChainAddress(event.data.creator),
        inviter: addressOrNull(fromChainAddress(event.data.inviter)),
        coefficient: event.data.bondingCurveCoeff,
        floor: tokenUnits(event.data.floor),
        xMax: tokenUnits(event.data.xMax),
        referralBonus: tokenUnits(event.data.referralBonus),
      };
    case "tokenBought":
    case "tokenSold":
      return { ...place, kind: event.kind, ...tokenOf(event.data), ...tradeFields(event.data) };
    case "feesCollected":
      return {
        ...place,
        kind: event.kind,
        ...tokenOf(event.data),
        creator: fromChainAddress(event.data.creator),
        feeReceiver: fromChainAddress(event.data.feeReceiver),
        creatorAmount: lamports(event.data.creatorAmount),
        platformAmount: lamports(event.data.platformAmount),
      };
    case "creatorChanged":
      return {
        ...place,
        kind: event.kind,
        ...tokenOf(event.data),
        previous: fromChainAddress(event.data.previous),
        current: fromChainAddress(event.data.current),
      };
    case "tokenMigrated":
      return {
        ...place,
        kind: event.kind,
        ...tokenOf(event.data),
        newMint: fromChainAddress(event.data.newMint),
        liquidityAddress: fromChainAddress(event.data.liquidityAddress),
        reserve: lamports(event.data.reserve),
        rate: event.data.rate,
        poolTokens: event.data.poolTokens,
      };
    case "tokensConverted":
      return {
        ...place,
        kind: event.kind,
        ...tokenOf(event.data),
        newMint: fromChainAddress(event.data.newMint),
        owner: fromChainAddress(event.data.owner),
        amount: tokenUnits(event.data.amount),
        newAmount: event.data.newAmount,
      };
    default:
      return toFactoryEvent(event, place);
  }
};
