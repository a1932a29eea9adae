import { type Address, type Lamports, lamports, type Mint, type TokenId } from "@tribe/contract";
import type { RpcInnerInstructions } from "../events/events.ts";
import {
  type PoolEvent as Decoded,
  decodePoolEvent,
  getPoolDecoder,
  POOL_DISCRIMINATOR,
} from "../generated/pool/index.ts";
import { decodeBase58 } from "../transactions/base58.ts";
import { fromChainAddress, poolAddress, poolProgramAddress, tokenStateAddress } from "./addresses.ts";

/** A migrated token's pool. Token amounts are base units of the new mint, which has 6 decimals. */
export interface PoolState {
  readonly tokenId: TokenId;
  /** The state of the curve from which it was migrated. */
  readonly token: Address;
  readonly mint: Mint;
  /** The pool's token account. */
  readonly vault: Address;
  readonly creator: Address;
  readonly reserves: { readonly lamports: Lamports; readonly tokens: bigint };
  readonly creatorFees: Lamports;
  readonly platformFees: Lamports;
  /** Basis points of a swap's lamports. */
  readonly fees: { readonly liquidityBps: number; readonly creatorBps: number; readonly platformBps: number };
  /** Number of the pool's next event. */
  readonly seq: bigint;
}

const version = 1;

/** Decodes a pool. @returns null for any other account, an unknown layout, or truncated data */
export const decodePoolState = (data: Uint8Array): PoolState | null => {
  if (data[8] !== version || !Array.from(POOL_DISCRIMINATOR).every((byte, index) => data[index] === byte)) return null;
  let pool: ReturnType<ReturnType<typeof getPoolDecoder>["decode"]>;
  try {
    pool = getPoolDecoder().decode(data);
  } catch {
    return null;
  }
  return {
    tokenId: pool.tokenId as TokenId, // a u64 by its decoder
    token: fromChainAddress(pool.token),
    mint: fromChainAddress(pool.mint),
    vault: fromChainAddress(pool.vault),
    creator: fromChainAddress(pool.creator),
    reserves: { lamports: lamports(pool.lamportReserve), tokens: pool.tokenReserve },
    creatorFees: lamports(pool.creatorFees),
    platformFees: lamports(pool.platformFees),
    fees: { liquidityBps: pool.liquidityFee, creatorBps: pool.creatorFee, platformBps: pool.platformFee },
    seq: pool.seq,
  };
};

interface PoolPlace {
  /** Index of the top-level instruction, and of the call within it. */
  readonly instruction: number;
  readonly inner: number;
  /** Counts from 0 per pool. */
  readonly seq: bigint;
  readonly tokenId: TokenId;
  readonly mint: Mint;
}

/** An event of a pool. `lamports` of a swap are those that the buyer paid or the seller received. */
export type PoolEvent = PoolPlace &
  (
    | {
        readonly kind: "poolCreated";
        readonly lamports: Lamports;
        readonly tokens: bigint;
        readonly creator: Address;
        readonly fees: PoolState["fees"];
      }
    | {
        readonly kind: "poolBought" | "poolSold";
        readonly trader: Address;
        readonly lamports: Lamports;
        readonly tokens: bigint;
        readonly liquidityFee: Lamports;
        readonly creatorFee: Lamports;
        readonly platformFee: Lamports;
        /** After the swap. */
        readonly reserves: { readonly lamports: Lamports; readonly tokens: bigint };
      }
    | {
        readonly kind: "poolFeesCollected";
        readonly creator: Address;
        readonly feeReceiver: Address;
        readonly creatorAmount: Lamports;
        readonly platformAmount: Lamports;
      }
    | {
        /** The pool's creator fees, including accrued ones, go to another person from now on. */
        readonly kind: "poolCreatorChanged";
        readonly previous: Address;
        readonly current: Address;
      }
  );

/**
 * Decodes the pools' events from inner calls, as `decodeEvents` does the curve's: calls of the pool program to itself, signed
 * by the pool of the token in the event.
 * @param program the curve program, from whose token states the pools' addresses are derived
 */
export const decodePoolEvents = async (
  innerInstructions: readonly RpcInnerInstructions[],
  accountKeys: readonly string[],
  program: Address,
): Promise<PoolEvent[]> => {
  const events: PoolEvent[] = [];
  for (const { index, instructions } of innerInstructions)
    for (const [inner, call] of instructions.entries()) {
      if (accountKeys[call.programIdIndex] !== poolProgramAddress || call.accounts.length !== 1) continue;
      const decoded = decodeData(call.data);
      if (!decoded) continue;
      const state = await tokenStateAddress(decoded.data.tokenId, program);
      const pool = await poolAddress(state);
      if (accountKeys[call.accounts[0] ?? -1] === pool) events.push(toEvent(decoded, index, inner));
    }
  return events;
};

/** Truncated data or invalid base58 is not an event. */
const decodeData = (data: string): Decoded | undefined => {
  try {
    return decodePoolEvent(decodeBase58(data));
  } catch {
    return undefined;
  }
};

const toEvent = (event: Decoded, instruction: number, inner: number): PoolEvent => {
  const place = {
    instruction,
    inner,
    seq: event.data.seq,
    tokenId: event.data.tokenId as TokenId, // a u64 by its decoder
    mint: fromChainAddress(event.data.mint),
  };
  switch (event.kind) {
    case "poolCreated":
      return {
        ...place,
        kind: event.kind,
        lamports: lamports(event.data.lamports),
        tokens: event.data.tokens,
        creator: fromChainAddress(event.data.creator),
        fees: {
          liquidityBps: event.data.liquidityFee,
          creatorBps: event.data.creatorFee,
          platformBps: event.data.platformFee,
        },
      };
    case "poolBought":
    case "poolSold":
      return {
        ...place,
        kind: event.kind,
        trader: fromChainAddress(event.data.trader),
        lamports: lamports(event.data.lamports),
        tokens: event.data.tokens,
        liquidityFee: lamports(event.data.liquidityFee),
        creatorFee: lamports(event.data.creatorFee),
        platformFee: lamports(event.data.platformFee),
        reserves: { lamports: lamports(event.data.lamportReserve), tokens: event.data.tokenReserve },
      };
    case "poolFeesCollected":
      return {
        ...place,
        kind: event.kind,
        creator: fromChainAddress(event.data.creator),
        feeReceiver: fromChainAddress(event.data.feeReceiver),
        creatorAmount: lamports(event.data.creatorAmount),
        platformAmount: lamports(event.data.platformAmount),
      };
    case "poolCreatorChanged":
      return {
        ...place,
        kind: event.kind,
        previous: fromChainAddress(event.data.previous),
        current: fromChainAddress(event.data.current),
      };
  }
};
