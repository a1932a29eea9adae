import {
  decodeFactory,
  decodePoolState,
  decodeTokenState,
  factoryAddress,
  poolAddress,
  tokenStateAddress,
} from "@tribe/chain/accounts";
import { type Address, lamports, type Mint, tokenUnits } from "@tribe/contract";
import { fillSell } from "@tribe/domain/curve";
import { type FeeRates, feeRates, noFlags } from "@tribe/domain/money";
import { convertedUnits, type NewTokenUnits, newTokenUnits, sellToPool } from "@tribe/domain/pool";
import type { Chain } from "../../../engines/chain/port.ts";
import { readAccount } from "../../../engines/chain/read-account.ts";
import type { TribeOfMint } from "../store/tribes.ts";

type Node = Pick<Chain, "rpc">;

/** The rates of a plain sale by a node's factory; null without one. */
export const sellRatesAt = async (node: Node, program: Address): Promise<FeeRates | null> => {
  const factory = await readAccount(node, await factoryAddress(program));
  const fees = factory && decodeFactory(factory)?.fees;
  return fees ? feeRates(fees, "sell", noFlags) : null;
};

/** What selling some base units would bring now, in lamports after fees; null when they can't be sold. */
export type Sale = (units: bigint, rates: FeeRates) => bigint | null;

/** What a sale of this mint would bring now, by the node's state of its curve or pool; null when that is no such token's. */
export const saleAt = async (
  node: Node,
  program: Address,
  { tokenId }: Pick<TribeOfMint, "tokenId">,
  mint: Mint,
): Promise<Sale | null> => {
  const stateAddress = await tokenStateAddress(tokenId, program);
  const data = await readAccount(node, stateAddress);
  const state = data && decodeTokenState(data);
  if (!state) return null;
  const { migration, curve } = state;
  if (!migration) {
    if (state.mint !== mint) return null;
    return (units, rates) => {
      const fill = fillSell(curve, { tokens: tokenUnits(units), minLamports: lamports(0n) }, rates);
      return fill.kind === "refused" ? null : fill.total;
    };
  }
  const poolData = await readAccount(node, await poolAddress(stateAddress));
  const pool = poolData && decodePoolState(poolData);
  if (!pool) return null;
  const reserves = { lamports: pool.reserves.lamports, tokens: newTokenUnits(pool.reserves.tokens) };
  const sell = (units: NewTokenUnits): bigint => {
    const sold = sellToPool(reserves, pool.fees, units, lamports(0n));
    // Refused is only what brings less than a lamport.
    return sold.kind === "refused" ? 0n : sold.output;
  };
  if (migration.newMint === mint) return (units) => sell(newTokenUnits(units));
  return state.mint === mint ? (units) => sell(convertedUnits(tokenUnits(units), migration.rate)) : null;
};
