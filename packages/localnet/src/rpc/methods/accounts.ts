import type { ChainAccount } from "../../chain/account.ts";
import type { Chain } from "../../chain/chain.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { LazyList } from "../../codec/lazy-list.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { type AccountEncoding, assertEncodable, encodeAccount, readAccountEncoding } from "../encode-account.ts";
import { invalidParams, RPC_CODE, RpcError } from "../errors.ts";
import { readAccountFilters } from "../filters.ts";
import { readKey } from "../params.ts";

const MAX_MULTIPLE_ACCOUNTS = 100;
const MAX_ACCOUNT_BYTES = 10 * 1024 * 1024;

/** An account of a list, with its address. */
export interface KeyedAccount {
  readonly key: Key;
  readonly account: ChainAccount;
}

/**
 * Accounts as lists of them are answered, in the order of their addresses unless `sorted` is off. Each is put into words
 * when its turn comes to be written; until then the states of the slot are kept.
 * @throws RpcError -32600 when more than 128 bytes of one are wanted in base58
 */
export function encodeKeyed(
  chain: Chain,
  accounts: KeyedAccount[],
  encoding: AccountEncoding,
  slot: number,
  sorted = true,
): LazyList {
  for (const { account } of accounts) assertEncodable(account, encoding);
  const read = (key: Key) => chain.account(key, slot);
  const items = function* () {
    const release = chain.accounts.hold(slot);
    try {
      for (const { key, account } of sorted ? inOrder(accounts) : accounts) {
        yield { pubkey: base58Of(key), account: encodeAccount(account, encoding, read, key) };
      }
    } finally {
      release();
    }
  };
  return new LazyList(items());
}

/** By address, sorted a small part at a time. */
function* inOrder(accounts: readonly KeyedAccount[]): Generator<KeyedAccount> {
  const parts: KeyedAccount[][] = Array.from({ length: 256 }, () => []);
  for (const account of accounts) parts[account.key.charCodeAt(0)]?.push(account);
  for (const part of parts) yield* part.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Reads accounts: one, many, by program. */
export function accountMethods(chain: Chain): Record<string, Method> {
  const encode = (key: Key, encoding: AccountEncoding, slot: number) => {
    const read = (other: Key) => chain.account(other, slot);
    const account = read(key);
    return account === null ? null : encodeAccount(account, encoding, read, key);
  };

  return {
    getAccountInfo: (params) => {
      const key = params.between(1, 2).key(0);
      const config = params.config(1, "struct RpcAccountInfoConfig");
      const encoding = readAccountEncoding(config);
      const slot = readSlot(chain, config);
      return withContext(slot, encode(key, encoding, slot));
    },

    getMultipleAccounts: (params) => {
      const texts = params.between(1, 2).strings(0);
      const config = params.config(1, "struct RpcAccountInfoConfig");
      const encoding = readAccountEncoding(config, "base64");
      if (texts.length > MAX_MULTIPLE_ACCOUNTS) {
        throw invalidParams(`Too many inputs provided; max ${MAX_MULTIPLE_ACCOUNTS}`);
      }
      const keys = texts.map(readKey);
      const slot = readSlot(chain, config);
      return withContext(
        slot,
        keys.map((key) => encode(key, encoding, slot)),
      );
    },

    getBalance: (params) => {
      const key = params.between(1, 2).key(0);
      const slot = readSlot(chain, params.config(1, "struct RpcContextConfig"));
      return withContext(slot, jsonInteger(chain.account(key, slot)?.lamports ?? 0n));
    },

    getProgramAccounts: (params) => {
      const program = params.between(1, 2).key(0);
      const config = params.config(1, "struct RpcProgramAccountsConfig");
      const encoding = readAccountEncoding(config);
      const { matches, memcmps } = readAccountFilters(config);
      const sorted = config.flag("sortResults") ?? true;
      const wrapped = config.boolean("withContext");
      const slot = readSlot(chain, config);
      const found: KeyedAccount[] = [];
      for (const [key, account] of chain.accounts.ownedAt(program, slot, memcmps)) {
        if (matches(account.data)) found.push({ key, account });
      }
      const value = encodeKeyed(chain, found, encoding, slot, sorted);
      return wrapped ? withContext(slot, value) : value;
    },

    getMinimumBalanceForRentExemption: (params) => {
      const size = params.between(1, 2).u64(0, "usize");
      params.commitment(1);
      if (size > MAX_ACCOUNT_BYTES) throw new RpcError(RPC_CODE.invalidRequest, "Invalid request");
      return jsonInteger(chain.rentExemptMinimum(size));
    },
  };
}
