import { type ChainAccount, LOOKUP_TABLE_PROGRAM } from "../chain/account.ts";
import { type Key, keyAt } from "../codec/keys.ts";
import type { TransactionError } from "./errors.ts";
import { isWritableStatic, type WireTransaction } from "./wire.ts";

const TABLE_HEADER = 56;

/** All account keys of a transaction in the runtime's order: static, then looked up writable, then readonly. */
export interface ResolvedKeys {
  readonly keys: readonly Key[];
  readonly loadedWritable: readonly Key[];
  readonly loadedReadonly: readonly Key[];
}

/** Takes the looked up keys out of their tables, or names what is wrong with them. */
export function resolveKeys(
  tx: WireTransaction,
  read: (key: Key) => ChainAccount | null,
): ResolvedKeys | { readonly error: TransactionError } {
  if (tx.lookups.length === 0) return { keys: tx.staticKeys, loadedWritable: [], loadedReadonly: [] };
  const loadedWritable: Key[] = [];
  const loadedReadonly: Key[] = [];
  for (const lookup of tx.lookups) {
    const table = read(lookup.table);
    if (table === null) return { error: "AddressLookupTableNotFound" };
    if (table.owner !== LOOKUP_TABLE_PROGRAM) return { error: "InvalidAddressLookupTableOwner" };
    const count = Math.floor((table.data.length - TABLE_HEADER) / 32);
    for (const [indexes, into] of [
      [lookup.writable, loadedWritable],
      [lookup.readonly, loadedReadonly],
    ] as const) {
      for (const index of indexes) {
        if (index >= count) return { error: "InvalidAddressLookupTableIndex" };
        into.push(keyAt(table.data, TABLE_HEADER + index * 32));
      }
    }
  }
  return { keys: [...tx.staticKeys, ...loadedWritable, ...loadedReadonly], loadedWritable, loadedReadonly };
}

/** Whether the transaction locks the account at an index of its resolved keys for writing. */
export function isWritable(tx: WireTransaction, resolved: ResolvedKeys, index: number): boolean {
  return index < tx.staticKeys.length
    ? isWritableStatic(tx, index)
    : index < tx.staticKeys.length + resolved.loadedWritable.length;
}
