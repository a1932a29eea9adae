import { type Address, type AnswerOf, lamports, newTokenUnits, routes, tokenUnits } from "@tribe/contract";
import { costLedgerOf, nothingHeld } from "@tribe/domain/gains";
import { min } from "@tribe/domain/money";
import { oldUnitsWorth } from "@tribe/domain/pool";
import { query } from "../../../http/implement.ts";
import { callerWallet } from "../../identity/index.ts";
import { readHistories, type TribeHistory } from "../gains/own-histories.ts";
import { costHistory, type HistoryEntry, placeOf } from "../rules/cost-history.ts";
import { heldBy } from "../store/holdings.ts";
import { formerWallets, historySizes } from "../store/own-histories.ts";

type Cost = AnswerOf<typeof routes.market.costs>["costs"][number];

/** Only so many moves and trades are added up for one call: some hundred milliseconds. */
const maxAddedUp = 20_000;

/** What the caller paid for their tokens of one Tribe, or of all Tribes whose tokens they hold. */
export const costs = query(routes.market.costs, async ({ ctx, tx: outside, query: { mint, signature }, session }) => {
  const owner = await callerWallet(outside, session.uid);
  return ctx.db.transaction(
    async (tx) => {
      const owners = [owner, ...(await formerWallets(tx, session.uid))];
      const wanted = mint ? [mint] : (await heldBy(tx, owner)).map((held) => held.mint);
      const sizes = new Map((await historySizes(tx, owners)).map(({ mint, size }) => [mint, size]));
      let room = maxAddedUp;
      // The most valuable holdings first; a history that no longer fits leaves room for shorter ones.
      const fitting = wanted.filter((one) => {
        const size = sizes.get(one) ?? 0;
        if (size > room) return false;
        room -= size;
        return true;
      });
      const histories = await readHistories(tx, owners, fitting);
      const added = histories.map((history) => ({ history, entries: costHistory(history) }));
      const [first] = added;
      return {
        costs: added.map(({ history, entries }) => present(history, entries, owner)),
        sale: mint && signature && first ? saleIn(first.entries, signature) : null,
        tooLong: wanted.filter((one) => !fitting.includes(one)),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
});

/** What a transaction's sales added to what all sales before it had brought. */
const saleIn = (entries: readonly HistoryEntry[], signature: string): Cost["realised"] | null => {
  const isIt = (entry: HistoryEntry) => entry.signature === signature && entry.event.kind === "sell";
  const [first, last] = [entries.findIndex(isIt), entries.findLastIndex(isIt)];
  if (first < 0) return null;
  const realisedUntil = (end: number) => costLedgerOf(entries.slice(0, end).map(({ event }) => event)).realised;
  const [before, after] = [realisedUntil(first), realisedUntil(last + 1)];
  return {
    received: lamports(after.received - before.received),
    cost: lamports(after.cost - before.cost),
    receivedUnknown: lamports(after.receivedUnknown - before.receivedUnknown),
  };
};

const present = (history: TribeHistory, entries: readonly HistoryEntry[], owner: Address): Cost => {
  const { mint, rate, amounts } = history;
  const { positions, realised } = costLedgerOf(entries.map(({ event }) => event));
  const held = (isNew: boolean) => positions.get(placeOf(owner, isNew)) ?? nothingHeld;
  const [old, migrated] = [held(false), held(true)];
  const amount = amounts.get(owner) ?? 0n;
  const worth = rate === null ? 0n : oldUnitsWorth(newTokenUnits(migrated.known), rate);
  // New tokens in several accounts are each rounded down in a holding, so that it may be less than they are together.
  const isAllKnown = old.known === old.units && migrated.known === migrated.units;
  return {
    mint,
    amount: tokenUnits(amount),
    known: tokenUnits(isAllKnown ? amount : min(amount, old.known + worth)),
    cost: lamports(old.cost + migrated.cost),
    tokens: { units: tokenUnits(old.units), known: tokenUnits(old.known), cost: old.cost },
    newTokens:
      rate === null
        ? null
        : { units: newTokenUnits(migrated.units), known: newTokenUnits(migrated.known), cost: migrated.cost },
    realised,
  };
};
