import type { Key } from "../codec/keys.ts";
import type { ChainAccount } from "./accounts/account.ts";
import { programDataOf } from "./programs.ts";

const ACCOUNT_BASE = 64;
const LOOKUP_TABLE = 8248;

/**
 * The loaded size of a transaction by SIMD-186, bytes: the data of its accounts plus 64 for each, the code of its upgradeable
 * programs once, and 8,248 for each lookup table. Missing accounts count as zero.
 */
export function loadedAccountsDataSize(
  keys: readonly Key[],
  lookupTables: number,
  read: (key: Key) => ChainAccount | null,
): number {
  const counted = new Set<Key>();
  let size = lookupTables * LOOKUP_TABLE;
  const count = (key: Key): void => {
    const account = counted.has(key) ? null : read(key);
    counted.add(key);
    if (account === null) return;
    size += ACCOUNT_BASE + account.data.length;
    const code = programDataOf(account);
    if (code !== undefined) count(code);
  };
  for (const key of keys) count(key);
  return size;
}
