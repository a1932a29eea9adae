import { type ChainAccount, LOOKUP_TABLE_PROGRAM, UPGRADEABLE_LOADER } from "../chain/accounts/account.ts";
import { type Key, keyAt, knownKey } from "../codec/keys.ts";
import type { TransactionError } from "./errors.ts";
import { isWritableStatic, type WireTransaction } from "./wire.ts";

const TABLE_HEADER = 56;
const TABLE_STATE = 1;
const NEVER = 0xffff_ffff_ffff_ffffn;
// A deactivated table can be used until its slot has left SlotHashes.
const COOLDOWN_SLOTS = 512n;

/** All account keys of a transaction in the runtime's order: static, then looked up writable, then readonly. */
export interface ResolvedKeys {
  readonly keys: readonly Key[];
  readonly loadedWritable: readonly Key[];
  readonly loadedReadonly: readonly Key[];
}

/**
 * Resolves the looked up keys from their tables as of a slot, or returns the error. Keys that were added to a table in the same
 * slot cannot be used yet; a deactivated table cannot after 512 slots.
 */
export function resolveKeys(
  tx: Pick<WireTransaction, "lookups" | "staticKeys">,
  read: (key: Key) => ChainAccount | null,
  slot: number,
): ResolvedKeys | { readonly error: TransactionError } {
  if (tx.lookups.length === 0) return { keys: tx.staticKeys, loadedWritable: [], loadedReadonly: [] };
  const loadedWritable: Key[] = [];
  const loadedReadonly: Key[] = [];
  for (const lookup of tx.lookups) {
    const table = read(lookup.table);
    if (table === null) return { error: "AddressLookupTableNotFound" };
    if (table.owner !== LOOKUP_TABLE_PROGRAM) return { error: "InvalidAddressLookupTableOwner" };
    if (table.data.length < TABLE_HEADER || table.data.readUInt32LE(0) !== TABLE_STATE) {
      return { error: "InvalidAddressLookupTableData" };
    }
    if (!isActive(table.data, slot)) return { error: "AddressLookupTableNotFound" };
    const count = activeCount(table.data, slot);
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

function isActive(table: Buffer, slot: number): boolean {
  const deactivated = table.readBigUInt64LE(4);
  return deactivated === NEVER || deactivated + COOLDOWN_SLOTS >= BigInt(slot);
}

function activeCount(table: Buffer, slot: number): number {
  const extendedIn = table.readBigUInt64LE(12);
  return BigInt(slot) > extendedIn ? Math.floor((table.length - TABLE_HEADER) / 32) : table.readUInt8(20);
}

/**
 * Whether the transaction may write to the account at an index of its resolved keys. As on a node, accounts that may not be
 * written are demoted to read-only: builtins, sysvars, and programs that it calls (unless the loader is present).
 */
export function isWritable(tx: WireTransaction, resolved: ResolvedKeys, index: number): boolean {
  const isRequestedWritable =
    index < tx.staticKeys.length
      ? isWritableStatic(tx, index)
      : index < tx.staticKeys.length + resolved.loadedWritable.length;
  const key = resolved.keys[index];
  if (!isRequestedWritable || key === undefined || RESERVED.has(key)) return false;
  return !tx.instructions.some(({ programIdIndex }) => programIdIndex === index) || hasLoader(resolved);
}

function hasLoader(resolved: ResolvedKeys): boolean {
  return resolved.keys.includes(UPGRADEABLE_LOADER);
}

// Accounts that no transaction may write to: Agave's reserved account keys.
const RESERVED: ReadonlySet<Key> = new Set(
  [
    "AddressLookupTab1e1111111111111111111111111",
    "BPFLoader1111111111111111111111111111111111",
    "BPFLoader2111111111111111111111111111111111",
    "BPFLoaderUpgradeab1e11111111111111111111111",
    "ComputeBudget111111111111111111111111111111",
    "Config1111111111111111111111111111111111111",
    "Ed25519SigVerify111111111111111111111111111",
    "Feature111111111111111111111111111111111111",
    "KeccakSecp256k11111111111111111111111111111",
    "LoaderV411111111111111111111111111111111111",
    "NativeLoader1111111111111111111111111111111",
    "Secp256r1SigVerify1111111111111111111111111",
    "Stake11111111111111111111111111111111111111",
    "StakeConfig11111111111111111111111111111111",
    "11111111111111111111111111111111",
    "Sysvar1111111111111111111111111111111111111",
    "Sysvar1nstructions1111111111111111111111111",
    "SysvarC1ock11111111111111111111111111111111",
    "SysvarEpochRewards1111111111111111111111111",
    "SysvarEpochSchedu1e111111111111111111111111",
    "SysvarFees111111111111111111111111111111111",
    "SysvarLastRestartS1ot1111111111111111111111",
    "SysvarRecentB1ockHashes11111111111111111111",
    "SysvarRent111111111111111111111111111111111",
    "SysvarRewards111111111111111111111111111111",
    "SysvarS1otHashes111111111111111111111111111",
    "SysvarS1otHistory11111111111111111111111111",
    "SysvarStakeHistory1111111111111111111111111",
    "Vote111111111111111111111111111111111111111",
    "ZkE1Gama1Proof11111111111111111111111111111",
    "ZkTokenProof1111111111111111111111111111111",
  ].map(knownKey),
);
