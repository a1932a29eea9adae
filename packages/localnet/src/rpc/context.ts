import type { Chain, Commitment } from "../chain/chain.ts";
import { RPC_CODE, RpcError } from "./errors.ts";
import type { Config } from "./params.ts";

/** The Agave release whose interface we follow. */
export const API_VERSION = "3.0.0";

/** An answer that says at which slot it is true. */
export interface WithContext<T> {
  readonly context: { readonly slot: number; readonly apiVersion: string };
  readonly value: T;
}

/** Wraps a value with the slot it was read at. */
export function withContext<T>(slot: number, value: T): WithContext<T> {
  return { context: { slot, apiVersion: API_VERSION }, value };
}

/**
 * The slot to read at, from a call's commitment and `minContextSlot`.
 * @throws RpcError -32016 when that slot is not reached yet.
 */
export function readSlot(chain: Chain, config: Config, commitment: Commitment = config.commitment()): number {
  const slot = chain.slotAt(commitment);
  const wanted = config.u64("minContextSlot");
  if (wanted !== undefined && wanted > slot) {
    throw new RpcError(RPC_CODE.minContextSlot, "Minimum context slot has not been reached", { contextSlot: slot });
  }
  return slot;
}
