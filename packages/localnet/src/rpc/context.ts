import type { Chain, Commitment } from "../chain/chain.ts";
import { invalidParams, RPC_CODE, RpcError } from "./errors.ts";
import type { Config } from "./params.ts";

/** The Agave release whose interface is implemented. */
export const API_VERSION = "3.1.10";
/** The first four bytes of that release's feature set. */
export const FEATURE_SET = 1_620_780_344;

/** An answer with the slot at which it was read. */
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

/**
 * The newest slot whose history a caller may see.
 * @throws RpcError -32602 for the commitment `processed`
 */
export function readHistorySlot(chain: Chain, config: Config): number {
  const commitment = config.commitment();
  if (commitment === "processed") throw invalidParams("Method does not support commitment below `confirmed`");
  return chain.slotAt(commitment);
}
