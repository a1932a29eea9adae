import type { Address, TokenId } from "@tribe/contract";
import { factoryAddress, migrationAddresses, tokenStateAddress } from "../accounts/addresses.ts";
import { decodePoolState } from "../accounts/pool.ts";
import { decodeFactory, decodeTokenState } from "../accounts/state.ts";
import type { ChainReader } from "../swap/read-chain.ts";
import { lifecycleComputeUnitLimit } from "../transactions/compute.ts";
import { type PriorityLevel, priorityPrice } from "../transactions/priority.ts";
import { buildPoolCollectMessage } from "./lifecycle-messages.ts";
import { buildCollectMessage } from "./operations.ts";

/** The token whose fees are paid out, and the creator, who signs and pays. */
export interface PayoutRequest {
  readonly program: Address;
  readonly tokenId: TokenId;
  readonly wallet: Address;
  readonly priority?: PriorityLevel;
}

/** A message that lacks only the wallet's signature. */
export interface PreparedPayout {
  readonly message: Uint8Array<ArrayBuffer>;
  readonly lastValidBlockHeight: number;
}

/**
 * Prepares the payout of a token's accrued fees to its creator and the platform: from the curve, or from the pool if more have
 * accrued there. @returns null when nothing has accrued. @throws SwapError when the node does not answer
 */
export const preparePayout = async (
  chain: ChainReader,
  { program, tokenId, wallet, priority = "medium" }: PayoutRequest,
): Promise<PreparedPayout | null> => {
  const curve = await tokenStateAddress(tokenId, program);
  const { pool } = await migrationAddresses(tokenId, program);
  const [accounts, latest, recent] = await Promise.all([
    chain.accounts([await factoryAddress(program), curve, pool]),
    chain.latestBlockhash(),
    chain.recentPriorityFees([curve, pool]),
  ]);
  const factory = accounts[0] ? decodeFactory(accounts[0]) : null;
  const ofCurve = accounts[1] ? decodeTokenState(accounts[1]) : null;
  const ofPool = accounts[2] ? decodePoolState(accounts[2]) : null;
  const accrued = { curve: ofCurve?.creatorFees ?? 0n, pool: ofPool?.creatorFees ?? 0n };
  if (!factory || accrued.curve + accrued.pool === 0n) return null;
  const frame = {
    program,
    wallet,
    tokenId,
    creator: wallet,
    feeReceiver: factory.feeReceiver,
    blockhash: latest.blockhash,
    microLamportsPerUnit: priorityPrice(recent, priority),
  };
  // Of two equal sums either may be first: the next call pays the other.
  const message =
    accrued.curve >= accrued.pool
      ? await buildCollectMessage(frame)
      : await buildPoolCollectMessage({ ...frame, computeUnitLimit: lifecycleComputeUnitLimit("collect") });
  return { message, lastValidBlockHeight: latest.lastValidBlockHeight };
};
