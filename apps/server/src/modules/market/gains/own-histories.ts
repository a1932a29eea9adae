import type { Address, Mint } from "@tribe/contract";
import type { Executor } from "../../../db/client.ts";
import type { OwnHistory } from "../rules/own-history.ts";
import { ownBalances, ownMoves, ownShares, ownTradesOf, tribesOfHistories } from "../store/own-histories.ts";

/** A person's history of one Tribe's tokens, as far as the index knows it. */
export interface TribeHistory extends OwnHistory {
  readonly mint: Mint;
  readonly name: string;
  readonly symbol: string;
  /** What all the wallets hold now, in old tokens, by wallet. */
  readonly amounts: ReadonlyMap<Address, bigint>;
}

/**
 * Reads the histories of these Tribes, in this order, from one moment of the database: the caller's transaction must be a
 * repeatable read, or a trade that comes in between would look like tokens of an unknown origin.
 * @param owners the person's wallet, and those that were theirs before
 */
export const readHistories = async (
  tx: Executor,
  owners: readonly Address[],
  mints: readonly Mint[],
): Promise<TribeHistory[]> => {
  if (mints.length === 0) return [];
  const tribes = await tribesOfHistories(tx, mints);
  const moves = byMint(await ownMoves(tx, owners, mints));
  const trades = byMint(await ownTradesOf(tx, owners, mints));
  const shares = byMint(await ownShares(tx, owners, mints));
  const balances = byMint(await ownBalances(tx, owners, mints));
  return mints.flatMap((mint): TribeHistory[] => {
    const tribe = tribes.find((one) => one.mint === mint);
    if (!tribe) return [];
    const held = balances.get(mint) ?? [];
    const heldIn = (owner: Address, isNew: boolean) =>
      held.find((one) => one.owner === owner && one.isNew === isNew) ?? { units: 0n, worth: 0n };
    const kinds = tribe.rate === null ? [false] : [false, true];
    return [
      {
        ...tribe,
        moves: moves.get(mint) ?? [],
        trades: (trades.get(mint) ?? []).map(({ kind, amount, newTokens, ...trade }) => ({
          ...trade,
          isSale: kind === "sell",
          isNew: newTokens !== null,
          units: newTokens ?? amount,
        })),
        shares: (shares.get(mint) ?? []).map(({ giver, ...share }) => ({ ...share, isOwn: owners.includes(giver) })),
        balances: owners.flatMap((owner) =>
          kinds.map((isNew) => ({ owner, isNew, units: heldIn(owner, isNew).units })),
        ),
        amounts: new Map(
          owners.map((owner) => [owner, kinds.reduce((sum, isNew) => sum + heldIn(owner, isNew).worth, 0n)]),
        ),
      },
    ];
  });
};

const byMint = <Row extends { readonly mint: Mint }>(rows: readonly Row[]): ReadonlyMap<Mint, readonly Row[]> => {
  const groups = new Map<Mint, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.mint) ?? [];
    group.push(row);
    groups.set(row.mint, group);
  }
  return groups;
};
