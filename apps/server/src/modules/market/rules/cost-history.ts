import { type Address, type Lamports, lamports } from "@tribe/contract";
import { type CostEvent, costLedgerOf, nothingHeld, type Place, placeUnits } from "@tribe/domain/gains";
import { max, min } from "@tribe/domain/money";
import { inChainOrder } from "./chain-order.ts";
import type { OwnHistory, OwnMove, OwnTrade, OwnTransaction } from "./own-history.ts";

/** One thing that happened, with what its transaction cost. */
export interface HistoryEntry {
  readonly event: CostEvent;
  /** Null for what no known transaction explains. */
  readonly signature: string | null;
  readonly at: Date | null;
  /** The trade's own fees. */
  readonly fees: Lamports;
  /** What the network took from the person; in one entry of a transaction, of a trade if it has one. */
  readonly networkFee: Lamports;
  /** Put into accounts as a deposit, or below 0 returned; in the same entry. */
  readonly deposit: bigint;
}

/** The place of a wallet's old or new tokens. */
export const placeOf = (owner: Address, isNew: boolean): Place => `${owner} ${isNew ? "new" : "old"}`;
export const compressedPlace = (isNew: boolean): Place => `compressed ${isNew ? "new" : "old"}`;

const none = lamports(0n);
const unexplained = { signature: null, at: null, fees: none, networkFee: none, deposit: 0n };

/**
 * Everything that happened to a person's tokens of a Tribe, in its order: what our programs traded, and what became of the rest of
 * each transaction's changes. What is left between these and the balances came or went unseen, and has an unknown cost.
 */
export const costHistory = (history: OwnHistory): HistoryEntry[] => {
  const entries: HistoryEntry[] = [];
  // Given before anything is claimed. It cost nothing, so that the moment changes no figure.
  for (const { isNew, units, isOwn, signature, at } of history.shares)
    if (!isOwn) {
      const event: CostEvent = { ...atPlace(compressedPlace(isNew), units), kind: "gift" };
      entries.push({ ...unexplained, event, signature, at });
    }
  for (const transaction of inChainOrder(history.moves, history.trades))
    entries.push(...entriesOf(transaction, history));
  entries.push(...unseenOf(entries, history));
  return entries;
};

const entriesOf = ({ signature, moves, trades }: OwnTransaction, history: OwnHistory): HistoryEntry[] => {
  const networkFee = moves.reduce((most, move) => max(most, move.networkFee), 0n);
  const deposit = moves.reduce((sum, move) => sum + move.deposit, 0n);
  const [bought, sold] = [trades.filter(({ isSale }) => !isSale), trades.filter(({ isSale }) => isSale)];
  const payer = bought[0] ?? sold[0];
  const traded = (trade: OwnTrade) => ({
    event: tradeEvent(trade, trade === payer ? networkFee : 0n),
    ...{ fees: trade.fees, isPayer: trade === payer },
  });
  const untraded = (event: CostEvent) => ({ event, fees: none, isPayer: false });
  // A purchase first and a sale last, so that what is converted or claimed in between can be sold at its cost.
  const { carried, left } = restOf(signature, moves, trades, history);
  const steps = [...bought.map(traded), ...carried.map(untraded), ...sold.map(traded), ...left.map(untraded)];
  const at = (moves[0] ?? trades[0])?.blockTime ?? null;
  return steps.map(({ isPayer, ...step }, index) => {
    const hasCosts = isPayer || (!payer && index === 0);
    return {
      ...{ ...step, signature, at },
      ...{ networkFee: lamports(hasCosts ? networkFee : 0n), deposit: hasCosts ? deposit : 0n },
    };
  });
};

const tradeEvent = ({ trader, isSale, isNew, units, value, fees }: OwnTrade, networkFee: bigint): CostEvent => {
  const at = atPlace(placeOf(trader, isNew), units);
  if (!isSale) return { ...at, kind: "buy", paid: lamports(value + fees + networkFee) };
  const left = value - fees - networkFee;
  return { ...at, kind: "sell", received: lamports(max(left, 0n)), spent: lamports(max(-left, 0n)) };
};

/** What a transaction changed beyond its trades: what stayed the person's or came to them, and what left. */
const restOf = (
  signature: string,
  moves: readonly OwnMove[],
  trades: readonly OwnTrade[],
  { shares, rate }: OwnHistory,
): { readonly carried: CostEvent[]; readonly left: CostEvent[] } => {
  const [carried, left]: [CostEvent[], CostEvent[]] = [[], []];
  const changes = changesOf(moves, trades);
  const carry = (from: Change, to: Change, units: bigint, arrived = units) => {
    from.units += units;
    to.units -= arrived;
    carried.push({
      ...{ kind: "carry", from: from.place, to: to.place, units: placeUnits(units), arrived: placeUnits(arrived) },
    });
  };
  for (const from of changes)
    for (const to of changes)
      if (from.units < 0n && to.units > 0n)
        if (from.isNew === to.isNew) carry(from, to, min(-from.units, to.units));
        else if (to.isNew && rate !== null) {
          const units = min(-from.units, to.units / rate);
          if (units > 0n) carry(from, to, units, units * rate);
        }
  const [first] = moves;
  for (const change of changes) {
    const { isNew } = change;
    const inLight = moves.find((move) => move.isNew === isNew)?.compressed ?? 0n;
    const light: Change = { place: compressedPlace(isNew), isNew, units: inLight };
    const ownShare = shares
      .filter((share) => share.isOwn && share.isNew === isNew && share.signature === signature)
      .reduce((sum, share) => sum + share.units, 0n);
    if (change.units > 0n && light.units < 0n) carry(light, change, min(change.units, -light.units));
    const stays = first?.isAirdrop ? ownShare : max(light.units, 0n);
    if (change.units < 0n && stays > 0n) carry(change, light, min(-change.units, stays));
    if (change.units > 0n)
      carried.push({ ...atPlace(change.place, change.units), kind: first?.isCreation ? "gift" : "arrival" });
    if (change.units < 0n) left.push({ ...atPlace(change.place, -change.units), kind: "departure" });
  }
  return { carried, left };
};

interface Change {
  readonly place: Place;
  readonly isNew: boolean;
  units: bigint;
}

/** How a transaction changed each place, without its trades. */
const changesOf = (moves: readonly OwnMove[], trades: readonly OwnTrade[]): Change[] => {
  // Older trades are in the index before their moves are.
  if (moves.length === 0) return [];
  const changes = new Map<Place, Change>();
  const change = (owner: Address, isNew: boolean, units: bigint) => {
    const place = placeOf(owner, isNew);
    const before = changes.get(place) ?? { place, isNew, units: 0n };
    changes.set(place, { ...before, units: before.units + units });
  };
  for (const { owner, isNew, unitsBefore, unitsAfter } of moves) change(owner, isNew, unitsAfter - unitsBefore);
  for (const { trader, isNew, isSale, units } of trades) change(trader, isNew, isSale ? units : -units);
  return [...changes.values()];
};

/** What came or went without any transaction that we know. */
const unseenOf = (entries: readonly HistoryEntry[], { balances }: OwnHistory): HistoryEntry[] => {
  const { positions } = costLedgerOf(entries.map(({ event }) => event));
  return balances.flatMap(({ owner, isNew, units }): HistoryEntry[] => {
    const place = placeOf(owner, isNew);
    const unseen = units - (positions.get(place) ?? nothingHeld).units;
    if (unseen === 0n) return [];
    const event: CostEvent =
      unseen > 0n ? { ...atPlace(place, unseen), kind: "arrival" } : { ...atPlace(place, -unseen), kind: "departure" };
    return [{ ...unexplained, event }];
  });
};

const atPlace = (place: Place, units: bigint) => ({ place, units: placeUnits(units) });
