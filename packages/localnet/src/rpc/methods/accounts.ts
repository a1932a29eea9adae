import type { ChainAccount } from "../../chain/account.ts";
import type { Chain } from "../../chain/chain.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { type AccountEncoding, encodeAccount, readAccountEncoding } from "../encode-account.ts";
import { invalidParams } from "../errors.ts";
import { readFilters } from "../filters.ts";
import { readKey } from "../params.ts";

const MAX_MULTIPLE_ACCOUNTS = 100;

/** Reads accounts: one, many, by program. */
export function accountMethods(chain: Chain): Record<string, Method> {
  const encode = (account: ChainAccount | null, encoding: AccountEncoding, slot: number) =>
    account === null ? null : encodeAccount(account, encoding, (key) => chain.account(key, slot));

  return {
    getAccountInfo: (params) => {
      const key = params.atMost(2).key(0);
      const config = params.config(1);
      const encoding = readAccountEncoding(config);
      const slot = readSlot(chain, config);
      return withContext(slot, encode(chain.account(key, slot), encoding, slot));
    },

    getMultipleAccounts: (params) => {
      const values = params.atMost(2).list(0);
      if (values.length > MAX_MULTIPLE_ACCOUNTS) {
        throw invalidParams(`Too many inputs provided; max ${MAX_MULTIPLE_ACCOUNTS}`);
      }
      const keys = values.map(readListedKey);
      const config = params.config(1);
      const encoding = readAccountEncoding(config, "base64");
      const slot = readSlot(chain, config);
      return withContext(
        slot,
        keys.map((key) => encode(chain.account(key, slot), encoding, slot)),
      );
    },

    getBalance: (params) => {
      const key = params.atMost(2).key(0);
      const slot = readSlot(chain, params.config(1));
      return withContext(slot, jsonInteger(chain.account(key, slot)?.lamports ?? 0n));
    },

    getProgramAccounts: (params) => {
      const program = params.atMost(2).key(0);
      const config = params.config(1);
      const encoding = readAccountEncoding(config);
      const matches = readFilters(config);
      const slot = readSlot(chain, config);
      const found: { pubkey: string; account: unknown }[] = [];
      for (const [key, account] of chain.accounts.ownedAt(program, slot)) {
        if (matches(account.data)) found.push({ pubkey: base58Of(key), account: encode(account, encoding, slot) });
      }
      return config.boolean("withContext") ? withContext(slot, found) : found;
    },

    getMinimumBalanceForRentExemption: (params) => {
      const size = params.atMost(2).u64(0);
      return jsonInteger(chain.rentExemptMinimum(size));
    },
  };
}

function readListedKey(value: unknown): Key {
  if (typeof value !== "string") throw invalidParams("Invalid params: invalid type, expected a string.");
  return readKey(value);
}
