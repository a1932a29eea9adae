import type { Address, Mint } from "@tribe/contract";
import type { Executor } from "../../../db/client.ts";
import { accountRow, type BalanceObservation, holdingChanges, newestOfEach } from "../rules/balances.ts";
import { type AccountMove, moveRow } from "../rules/moves.ts";
import { addHolderCounts, ownersOfAccounts, storeAccounts, storeHoldings, sumsOf } from "../store/holdings.ts";
import { storeMoves } from "../store/moves.ts";
import { lockTokens, tribesOf } from "../store/tokens.ts";

/**
 * Records observations, and the moves of the transactions that they come from. Those that are older than what is stored, and those of the programs' own vaults, are ignored.
 * @returns the owners whose holding changed, by the Tribe's mint. The caller judges their seats in the same transaction.
 */
export const recordBalances = async (
  tx: Executor,
  observations: readonly BalanceObservation[],
  moves: readonly AccountMove[] = [],
): Promise<Map<Mint, Address[]>> => {
  const tribes = await tribesOf(tx, [...new Set([...observations, ...moves].map(({ mint }) => mint))]);
  if (tribes.size === 0) return new Map();
  // The tokens' row locks keep the counts of holders exact when others record at the same time.
  const tokens = await lockTokens(tx, [...new Set(tribes.values())]);
  const tokenOf = new Map(tokens.map((token) => [token.mint, token]));
  await storeMoves(
    tx,
    moves.flatMap((move) => {
      const token = tokenOf.get(tribes.get(move.mint) ?? move.mint);
      return (token && moveRow(move, token)) ?? [];
    }),
  );
  const rows = newestOfEach(observations).flatMap((observation) => {
    const token = tokenOf.get(tribes.get(observation.mint) ?? observation.mint);
    return token && !token.vaults.includes(observation.account) ? [accountRow(observation, token)] : [];
  });
  if (rows.length === 0) return new Map();
  // An account may have got another owner: then the former owner's holding changed, too.
  const former = await ownersOfAccounts(
    tx,
    rows.map(({ account }) => account),
  );
  const holders = [...rows, ...former.filter(({ mint }) => tokenOf.has(mint))];
  const before = await sumsOf(tx, holders);
  await storeAccounts(tx, rows);
  const { moved, owners, counts } = holdingChanges(holders, before, await sumsOf(tx, holders));
  await storeHoldings(tx, moved);
  await addHolderCounts(tx, counts);
  return owners;
};
