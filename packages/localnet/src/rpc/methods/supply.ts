import { STAKE_PROGRAM } from "../../chain/account.ts";
import type { Chain } from "../../chain/chain.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
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
  function* balancesAt(slot: number): Generator<readonly [Key, bigint]> {
    for (const [key, { lamports }] of chain.broughtAlong(slot)) yield [key, lamports];
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
      const total = sum(balancesAt(slot));
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
      const largest = largestOf(filter === "nonCirculating" ? locked : without(balancesAt(slot), locked));
      return withContext(
        slot,
        largest.map(([key, lamports]) => ({ address: base58Of(key), lamports: jsonInteger(lamports) })),
      );
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

/** The largest amounts; among equals the greater address comes first, as on a node. */
export function largestOf(amounts: Iterable<readonly [Key, bigint]>): (readonly [Key, bigint])[] {
  return firstOf(amounts, LARGEST, descending);
}

function descending([keyA, a]: readonly [Key, bigint], [keyB, b]: readonly [Key, bigint]): number {
  if (a !== b) return a > b ? -1 : 1;
  return keyA > keyB ? -1 : 1;
}
