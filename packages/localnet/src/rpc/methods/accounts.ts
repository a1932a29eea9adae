import type { ChainAccount } from "../../chain/accounts/account.ts";
import type { Chain } from "../../chain/chain.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { ITEMS_PER_PAUSE, LazyList, PAUSE } from "../../codec/lazy-list.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import {
  type AccountEncoding,
  assertEncodable,
  encodeAccount,
  isBase58,
  readAccountEncoding,
} from "../encode-account.ts";
import { invalidParams, RPC_CODE, RpcError } from "../errors.ts";
import { readAccountFilters } from "../filters.ts";
import { readKey } from "../params.ts";

const MAX_MULTIPLE_ACCOUNTS = 100;
const MAX_ACCOUNT_BYTES = 10 * 1024 * 1024;

/** An account of a list, with its address. */
interface KeyedAccount {
  readonly key: Key;
  readonly account: ChainAccount;
}

/**
 * Lists of accounts in answers, in the order of their addresses unless `sorted` is off. They are found and encoded while the
 * answer is written; until then the states of the slot are kept.
 * @throws RpcError -32600 when more than 128 bytes of one are requested in base58
 */
export function encodeKeyed(
  chain: Chain,
  found: Iterable<KeyedAccount | typeof PAUSE>,
  encoding: AccountEncoding,
  slot: number,
  sorted = true,
): LazyList {
  const accounts = isBase58(encoding) ? [...found] : found;
  if (isBase58(encoding)) for (const item of accounts) if (item !== PAUSE) assertEncodable(item.account, encoding);
  const read = (key: Key) => chain.account(key, slot);
  const release = chain.accounts.hold(slot);
  const items = function* () {
    try {
      for (const item of sorted ? inOrder(accounts) : accounts) {
        if (item === PAUSE) yield PAUSE;
        else yield { pubkey: base58Of(item.key), account: encodeAccount(item.account, encoding, read, item.key) };
      }
    } finally {
      release();
    }
  };
  return new LazyList(items());
}

/** Sorted by address in small parts. */
function* inOrder(accounts: Iterable<KeyedAccount | typeof PAUSE>): Generator<KeyedAccount | typeof PAUSE> {
  const parts: KeyedAccount[][] = Array.from({ length: 256 }, () => []);
  for (const item of accounts) {
    if (item === PAUSE) yield PAUSE;
    else parts[item.key.charCodeAt(0)]?.push(item);
  }
  for (const part of parts) yield* part.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The accounts that match, with pauses in between. */
export function* fitting(
  accounts: Iterable<readonly [Key, ChainAccount]>,
  fits: (account: ChainAccount) => boolean,
): Generator<KeyedAccount | typeof PAUSE> {
  let visited = 0;
  for (const [key, account] of accounts) {
    if (fits(account)) yield { key, account };
    if (++visited % ITEMS_PER_PAUSE === 0) yield PAUSE;
  }
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
      const found = fitting(chain.accounts.ownedAt(program, slot, memcmps), ({ data }) => matches(data));
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
