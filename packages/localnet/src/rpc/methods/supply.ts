import type { Chain } from "../../chain/chain.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { firstOf } from "./first-of.ts";

const LARGEST = 20;

/** Questions about all lamports. None of them is locked, so all circulate. */
export function supplyMethods(chain: Chain): Record<string, Method> {
  function* balancesAt(slot: number): Generator<readonly [Key, bigint]> {
    for (const [key] of chain.accounts.entries()) {
      const account = chain.accounts.getAt(key, slot);
      if (account !== undefined && account !== null) yield [key, account.lamports];
    }
  }

  return {
    getSupply: (params) => {
      const config = params.between(0, 1).config(0, "struct RpcSupplyConfig");
      config.boolean("excludeNonCirculatingAccountsList");
      const slot = readSlot(chain, config);
      let total = 0n;
      for (const [, lamports] of balancesAt(slot)) total += lamports;
      return withContext(slot, {
        total: jsonInteger(total),
        circulating: jsonInteger(total),
        nonCirculating: 0,
        nonCirculatingAccounts: [],
      });
    },

    getLargestAccounts: (params) => {
      const config = params.between(0, 1).config(0, "struct RpcLargestAccountsConfig");
      const filter = config.choice("filter", ["circulating", "nonCirculating"]);
      config.flag("sortResults");
      const slot = readSlot(chain, config);
      const largest = filter === "nonCirculating" ? [] : largestOf(balancesAt(slot));
      return withContext(
        slot,
        largest.map(([key, lamports]) => ({ address: base58Of(key), lamports: jsonInteger(lamports) })),
      );
    },
  };
}

/** The largest amounts; among equals the greater address comes first, as on a node. */
export function largestOf(amounts: Iterable<readonly [Key, bigint]>): (readonly [Key, bigint])[] {
  return firstOf(amounts, LARGEST, descending);
}

function descending([keyA, a]: readonly [Key, bigint], [keyB, b]: readonly [Key, bigint]): number {
  if (a !== b) return a > b ? -1 : 1;
  return keyA > keyB ? -1 : 1;
}
