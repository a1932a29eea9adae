import { getBase58Encoder } from "@solana/kit";
import {
  type Address,
  type Lamports,
  lamports,
  type Mint,
  type TokenId,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import type { FeeSchedule } from "@tribe/domain";
import { factoryAddress, fromChainAddress, tokenStateAddress, zeroAddress } from "./addresses.ts";
import { feeSchedule } from "./fee-schedule.ts";
import { type CurveEvent, decodeCurveEvent, type TokenBought } from "./generated/index.ts";

/** What the parts of an RPC transaction (`getTransaction`, encoding `json`) look like that events are read from. */
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

export interface RpcTransaction {
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } };
  readonly meta: {
    readonly err: unknown;
    readonly innerInstructions?: readonly RpcInnerInstructions[] | null | undefined;
    readonly loadedAddresses?:
      | { readonly writable: readonly string[]; readonly readonly: readonly string[] }
      | undefined;
  } | null;
}

/** A buy or sell on the curve. `price` is lamports before fees; the three fees are what each side was paid or accrued. */
interface TradeFields {
  readonly mint: Mint;
  readonly trader: Address;
  readonly creator: Address;
  readonly referrer: Address | null;
  readonly amount: TokenUnits;
  readonly price: Lamports;
  readonly supplyBeforeTrade: TokenUnits;
  readonly platformFee: Lamports;
  readonly creatorFee: Lamports;
  readonly referralFee: Lamports;
  /** Basis points of `price`. */
  readonly referralRate: number;
  readonly discountRate: number;
  readonly isAffiliate: boolean;
}

type TokenEventBody =
  | {
      readonly kind: "tokenCreated";
      readonly mint: Mint;
      readonly creator: Address;
      readonly inviter: Address | null;
      readonly coefficient: bigint;
      readonly floor: TokenUnits;
      readonly xMax: TokenUnits;
      readonly referralBonus: TokenUnits;
    }
  | ({ readonly kind: "tokenBought" } & TradeFields)
  | ({ readonly kind: "tokenSold" } & TradeFields)
  | {
      readonly kind: "feesCollected";
      readonly mint: Mint;
      readonly creator: Address;
      readonly feeReceiver: Address;
      readonly creatorAmount: Lamports;
      readonly platformAmount: Lamports;
    }
  | {
      /** The curve is history: its reserve lies in the pool. */
      readonly kind: "tokenMigrated";
      readonly mint: Mint;
      readonly newMint: Mint;
      readonly liquidityAddress: Address;
      readonly reserve: Lamports;
      /** New base units per old one. */
      readonly rate: bigint;
      readonly poolTokens: bigint;
    }
  | {
      readonly kind: "tokensConverted";
      readonly mint: Mint;
      readonly newMint: Mint;
      readonly owner: Address;
      /** Old base units. */
      readonly amount: TokenUnits;
      /** Base units of the new mint, which has 6 decimals. */
      readonly newAmount: bigint;
    };

/** What the factory's super admin (or, for a withdrawal, its admin) changed. */
type FactoryEventBody =
  | {
      readonly kind: "adminProposed" | "superAdminProposed";
      readonly superAdmin: Address;
      readonly proposed: Address | null;
    }
  | {
      readonly kind: "adminAccepted" | "superAdminAccepted" | "feeReceiverSet" | "withdrawReceiverSet";
      readonly previous: Address;
      readonly current: Address;
    }
  | { readonly kind: "feesUpdated"; readonly superAdmin: Address; readonly fees: FeeSchedule }
  | {
      readonly kind: "coefficientUpdated";
      readonly superAdmin: Address;
      readonly previous: bigint;
      readonly current: bigint;
    }
  | {
      readonly kind: "bonusesUpdated";
      readonly superAdmin: Address;
      readonly referralTokenBonus: TokenUnits;
      readonly affiliateTokenBonus: TokenUnits;
    }
  | { readonly kind: "allowanceGranted"; readonly superAdmin: Address; readonly allowance: Lamports }
  | {
      readonly kind: "withdrawn";
      readonly admin: Address;
      readonly receiver: Address;
      readonly amount: Lamports;
      /** Of the allowance in this window, with this. */
      readonly spent: Lamports;
    }
  | { readonly kind: "sellsStopped"; readonly superAdmin: Address /** Unix seconds. */; readonly until: bigint }
  | { readonly kind: "factoryInitialized"; readonly admin: Address; readonly superAdmin: Address }
  | { readonly kind: "factoryPaused"; readonly superAdmin: Address }
  | { readonly kind: "factoryUnpaused"; readonly superAdmin: Address };

/** Where an event stood; with the signature it names the event for ever. */
interface Place {
  /** Index of the top-level instruction, and of the call within it. */
  readonly instruction: number;
  readonly inner: number;
  /** Counts from 0 per token (per factory for its events): a gap means that events were missed. */
  readonly seq: bigint;
}

export type TokenEvent = Place & { readonly tokenId: TokenId } & TokenEventBody;
export type FactoryEvent = Place & FactoryEventBody;
export type ProgramEvent = TokenEvent | FactoryEvent;

/** Whether an event belongs to one token. */
export const isTokenEvent = (event: ProgramEvent): event is TokenEvent => "tokenId" in event;

/**
 * The events of inner calls: calls of the program to itself with an event's data, whose one account is the PDA that must
 * sign it (the token's state, or the factory). Only the program can sign for that PDA, and it refuses the call from anybody
 * else, so that a successful transaction cannot hold a fake. Logs are not looked at.
 * @param accountKeys static keys, then loaded writable, then loaded read-only ones, as indices count them.
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

/** {@link decodeEvents} of a whole RPC transaction; a failed one has none. */
export const decodeTransactionEvents = async (
  transaction: RpcTransaction,
  program: Address,
): Promise<ProgramEvent[]> => {
  const { meta } = transaction;
  if (!meta || meta.err !== null) return [];
  const loaded = meta.loadedAddresses;
  const keys = [
    ...transaction.transaction.message.accountKeys,
    ...(loaded?.writable ?? []),
    ...(loaded?.readonly ?? []),
  ];
  return decodeEvents(meta.innerInstructions ?? [], keys, program);
};

/** A call that is cut short or no base58 is no event. */
const decodeData = (data: string): CurveEvent | undefined => {
  try {
    return decodeCurveEvent(Uint8Array.from(getBase58Encoder().encode(data)));
  } catch {
    return undefined;
  }
};

const addressOrNull = (address: Address): Address | null => (address === zeroAddress ? null : address);

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

const toEvent = (event: CurveEvent, place: Place): ProgramEvent => {
  switch (event.kind) {
    case "tokenCreated":
      return {
        ...place,
        kind: event.kind,
        tokenId: event.data.tokenId as TokenId, // a u64 by its decoder
        mint: fromChainAddress(event.data.mint),
        creator: fromChainAddress(event.data.creator),
        inviter: addressOrNull(fromChainAddress(event.data.inviter)),
        coefficient: event.data.bondingCurveCoeff,
        floor: tokenUnits(event.data.floor),
        xMax: tokenUnits(event.data.xMax),
        referralBonus: tokenUnits(event.data.referralBonus),
      };
    case "tokenBought":
    case "tokenSold":
      return { ...place, kind: event.kind, tokenId: event.data.tokenId as TokenId, ...tradeFields(event.data) };
    case "feesCollected":
      return {
        ...place,
        kind: event.kind,
        tokenId: event.data.tokenId as TokenId,
        mint: fromChainAddress(event.data.mint),
        creator: fromChainAddress(event.data.creator),
        feeReceiver: fromChainAddress(event.data.feeReceiver),
        creatorAmount: lamports(event.data.creatorAmount),
        platformAmount: lamports(event.data.platformAmount),
      };
    case "tokenMigrated":
      return {
        ...place,
        kind: event.kind,
        tokenId: event.data.tokenId as TokenId,
        mint: fromChainAddress(event.data.mint),
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
        tokenId: event.data.tokenId as TokenId,
        mint: fromChainAddress(event.data.mint),
        newMint: fromChainAddress(event.data.newMint),
        owner: fromChainAddress(event.data.owner),
        amount: tokenUnits(event.data.amount),
        newAmount: event.data.newAmount,
      };
    default:
      return toFactoryEvent(event, place);
  }
};

type TokenEventKind = TokenEventBody["kind"];

const toFactoryEvent = (event: Exclude<CurveEvent, { readonly kind: TokenEventKind }>, place: Place): FactoryEvent => {
  switch (event.kind) {
    case "factoryInitialized":
      return {
        ...place,
        kind: event.kind,
        admin: fromChainAddress(event.data.admin),
        superAdmin: fromChainAddress(event.data.superAdmin),
      };
    case "factoryPaused":
    case "factoryUnpaused":
      return { ...place, kind: event.kind, superAdmin: fromChainAddress(event.data.superAdmin) };
    case "adminProposed":
    case "superAdminProposed":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        proposed: addressOrNull(fromChainAddress(event.data.proposed)),
      };
    case "adminAccepted":
    case "superAdminAccepted":
    case "feeReceiverSet":
    case "withdrawReceiverSet":
      return {
        ...place,
        kind: event.kind,
        previous: fromChainAddress(event.data.previous),
        current: fromChainAddress(event.data.current),
      };
    case "feesUpdated":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        fees: feeSchedule(event.data),
      };
    case "coefficientUpdated":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        previous: event.data.previous,
        current: event.data.current,
      };
    case "bonusesUpdated":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        referralTokenBonus: tokenUnits(event.data.referralTokenBonus),
        affiliateTokenBonus: tokenUnits(event.data.affiliateTokenBonus),
      };
    case "allowanceGranted":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        allowance: lamports(event.data.allowance),
      };
    case "withdrawn":
      return {
        ...place,
        kind: event.kind,
        admin: fromChainAddress(event.data.admin),
        receiver: fromChainAddress(event.data.receiver),
        amount: lamports(event.data.lamports),
        spent: lamports(event.data.spent),
      };
    case "sellsStopped":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        until: event.data.until,
      };
  }
};
