/** Invariants that hold after every step. */
import { rentOf } from "../support/machine.ts";
import { covers, floor, newSupply } from "./arithmetic.ts";
import type { Model, TribeState } from "./state.ts";

/** The first invariant that a token breaks, as text. */
export function brokenBy(model: Model, tribe: TribeState): string | undefined {
  const { state, token, mint, pool, places } = tribe;
  const { x, xMax, reserve, creatorFees, platformFees, bondingCurveCoeff, referralBonus, rate, migrated } = state;
  if (x < floor || x > xMax) return `x ${x} leaves [floor, ${xMax}]`;
  if (!migrated && !covers(reserve, x, bondingCurveCoeff)) return `reserve ${reserve} does not cover the curve at ${x}`;
  const kept = rentOf(model.sizes.get(token) ?? 0) + reserve + creatorFees + platformFees;
  if (model.balance(token) < kept) return `the state holds ${model.balance(token)} lamports, owes ${kept}`;
  const outstanding = x - floor + referralBonus - tribe.burned - tribe.converted;
  const supply = model.supplies.get(mint) ?? 0n;
  if (supply !== outstanding) return `supply ${supply}, not ${outstanding}`;
  if (!migrated || pool === undefined) return undefined;
  const vault = model.holdings.get(places.conversionVault)?.amount ?? 0n;
  // all tokens in circulation, even burned ones, could be converted
  if (vault < rate * (outstanding + tribe.burned))
    return `the conversion vault holds ${vault}, owes ${rate * outstanding}`;
  if ((model.supplies.get(places.newMint) ?? 0n) > newSupply) return "more new tokens than were minted";
  const owed = rentOf(232) + pool.lamportReserve + pool.creatorFees + pool.platformFees;
  if (model.balance(places.pool) < owed) return `the pool holds ${model.balance(places.pool)} lamports, owes ${owed}`;
  const tokens = model.holdings.get(places.poolVault)?.amount ?? 0n;
  return tokens < pool.tokenReserve
    ? `the pool's vault holds ${tokens}, its reserve says ${pool.tokenReserve}`
    : undefined;
}
