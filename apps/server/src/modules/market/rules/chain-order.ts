import type { Address } from "@tribe/contract";
import type { OwnMove, OwnTrade, OwnTransaction } from "./own-history.ts";

/**
 * Groups what belongs to one transaction, in the chain's order: by time and slot, and within a slot by the trades' own numbers and
 * by what each account had before and after, which is all that the index knows of an order there.
 */
export const inChainOrder = (moves: readonly OwnMove[], trades: readonly OwnTrade[]): OwnTransaction[] => {
  const groups = new Map<string, { moves: OwnMove[]; trades: OwnTrade[] }>();
  const groupOf = (signature: string) => {
    const group = groups.get(signature) ?? { moves: [], trades: [] };
    groups.set(signature, group);
    return group;
  };
  for (const move of moves) groupOf(move.signature).moves.push(move);
  for (const trade of trades) groupOf(trade.signature).trades.push(trade);
  const sorted = [...groups]
    .map(([signature, group]) => ({
      ...{ signature, moves: group.moves, trades: group.trades.sort((a, b) => compare(a.seq, b.seq)) },
      at: (group.moves[0] ?? group.trades[0])?.blockTime.getTime() ?? 0,
      slot: group.moves[0]?.slot ?? null,
      seq: group.trades[0]?.seq ?? 0n,
    }))
    .sort((a, b) => a.at - b.at || (a.slot ?? 0) - (b.slot ?? 0) || compare(a.seq, b.seq));
  const units = new Map<Address, bigint>();
  const ordered: OwnTransaction[] = [];
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const slot = sorted[start]?.slot ?? null;
    for (end = start + 1; slot !== null && sorted[end]?.slot === slot; ) end += 1;
    ordered.push(...following(sorted.slice(start, end), units));
  }
  return ordered;
};

/** Orders a slot's transactions: one follows another when it begins with what that has left. */
const following = (ofSlot: readonly OwnTransaction[], units: Map<Address, bigint>): OwnTransaction[] => {
  const [waiting, ordered]: [OwnTransaction[], OwnTransaction[]] = [[...ofSlot], []];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ moves }) =>
      moves.every(({ account, unitsBefore }) => (units.get(account) ?? 0n) === unitsBefore),
    );
    for (const one of waiting.splice(Math.max(next, 0), 1)) {
      for (const { account, unitsAfter } of one.moves) units.set(account, unitsAfter);
      ordered.push(one);
    }
  }
  return ordered;
};

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
