import { STAKE_PROGRAM } from "../../chain/accounts/account.ts";
import type { Chain } from "../../chain/chain.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { ITEMS_PER_PAUSE, LazyList, PAUSE } from "../../codec/lazy-list.ts";
import { readStakeAccount } from "../../parsed/accounts/stake.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { firstOf } from "./first-of.ts";

const LARGEST = 20;

/**
 * Questions about all lamports. Those in stake accounts whose lockup is in force do not circulate. (A node adds lists of
 * mainnet's own addresses, on every cluster.)
 */
export function supplyMethods(chain: Chain): Record<string, Method> {
  function* broughtAlong(slot: number): Generator<readonly [Key, bigint]> {
    for (const [key, { lamports }] of chain.broughtAlong(slot)) yield [key, lamports];
  }

  function* balancesAt(slot: number): Generator<readonly [Key, bigint]> {
    yield* broughtAlong(slot);
    for (const [key] of chain.accounts.entries()) {
      const account = chain.accounts.getAt(key, slot);
      if (account !== undefined && account !== null) yield [key, account.lamports];
    }
  }

  const lockedAt = (slot: number): Map<Key, bigint> => {
    const { epoch, unixTime } = chain.clock.readingAt(slot);
    const locked = new Map<Key, bigint>();
    for (const [key, account] of chain.accounts.ownedAt(STAKE_PROGRAM, slot)) {
      const lockup = readStakeAccount(account.data)?.meta.lockup;
      if (lockup === undefined) continue;
      if (lockup.unixTimestamp > unixTime || lockup.epoch > epoch) locked.set(key, account.lamports);
    }
    return locked;
  };

  return {
    getSupply: (params) => {
      const config = params.between(0, 1).config(0, "struct RpcSupplyConfig");
      const withoutList = config.boolean("excludeNonCirculatingAccountsList");
      const slot = readSlot(chain, config);
      const locked = lockedAt(slot);
      const total = chain.accounts.lamportsAt(slot) + sum(broughtAlong(slot));
      const nonCirculating = sum(locked);
      return withContext(slot, {
        total: jsonInteger(total),
        circulating: jsonInteger(total - nonCirculating),
        nonCirculating: jsonInteger(nonCirculating),
        nonCirculatingAccounts: withoutList ? [] : [...locked.keys()].map(base58Of),
      });
    },

    getLargestAccounts: (params) => {
      const config = params.between(0, 1).config(0, "struct RpcLargestAccountsConfig");
      const filter = config.choice("filter", ["circulating", "nonCirculating"]);
      config.flag("sortResults");
      const slot = readSlot(chain, config);
      const locked = filter === undefined ? NONE : lockedAt(slot);
      const amounts = filter === "nonCirculating" ? locked : without(balancesAt(slot), locked);
      const encode = (key: Key, lamports: bigint) => ({ address: base58Of(key), lamports: jsonInteger(lamports) });
      return withContext(slot, largestOf(chain, slot, amounts, encode));
    },
  };
}

const NONE: ReadonlyMap<Key, bigint> = new Map();

function sum(amounts: Iterable<readonly [Key, bigint]>): bigint {
  let total = 0n;
  for (const [, lamports] of amounts) total += lamports;
  return total;
}

function* without(amounts: Iterable<readonly [Key, bigint]>, excluded: ReadonlyMap<Key, bigint>) {
  for (const entry of amounts) if (!excluded.has(entry[0])) yield entry;
}

type Amount = readonly [Key, bigint];

/**
 * The accounts with the largest amounts as of a slot, found while the answer is written; among equals the greater
 * address comes first, as on a node.
 */
export function largestOf(
  chain: Chain,
  slot: number,
  amounts: Iterable<Amount>,
  encode: (key: Key, amount: bigint) => unknown,
): LazyList {
  const release = chain.accounts.hold(slot);
  const items = function* () {
    try {
      let [largest, next]: [Amount[], Amount[]] = [[], []];
      for (const amount of amounts) {
        if (next.push(amount) < ITEMS_PER_PAUSE) continue;
        largest = firstOf([...largest, ...next], LARGEST, descending);
        next = [];
        yield PAUSE;
      }
      for (const amount of firstOf([...largest, ...next], LARGEST, descending)) yield encode(...amount);
    } finally {
      release();
    }
  };
  return new LazyList(items());
}

function descending([keyA, a]: readonly [Key, bigint], [keyB, b]: readonly [Key, bigint]): number {
  if (a !== b) return a > b ? -1 : 1;
  return keyA > keyB ? -1 : 1;
}
