import { type Key, knownKey } from "../../codec/keys.ts";

/** An account at one time. Never changed in place: a write replaces it, so that older views stay correct. */
export interface ChainAccount {
  readonly lamports: bigint;
  readonly owner: Key;
  readonly data: Buffer;
  readonly executable: boolean;
  /** Only when it differs from that of a rent-exempt account, 2^64 − 1: such accounts come only from files. */
  readonly rentEpoch?: bigint;
}

/** The rent epoch of an account that pays no rent. */
export const RENT_EXEMPT_EPOCH = 2n ** 64n - 1n;

/** One account after a transaction; `null`: it was deleted. */
export interface AccountWrite {
  readonly key: Key;
  readonly account: ChainAccount | null;
}

export const SYSTEM_PROGRAM = knownKey("11111111111111111111111111111111");
export const TOKEN_PROGRAM = knownKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
export const TOKEN_2022_PROGRAM = knownKey("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
export const STAKE_PROGRAM = knownKey("Stake11111111111111111111111111111111111111");
export const VOTE_PROGRAM = knownKey("Vote111111111111111111111111111111111111111");
export const UPGRADEABLE_LOADER = knownKey("BPFLoaderUpgradeab1e11111111111111111111111");
export const LOOKUP_TABLE_PROGRAM = knownKey("AddressLookupTab1e1111111111111111111111111");

export const NATIVE_LOADER = knownKey("NativeLoader1111111111111111111111111111111");
const LOADERS: ReadonlySet<Key> = new Set([
  UPGRADEABLE_LOADER,
  knownKey("BPFLoader1111111111111111111111111111111111"),
  knownKey("BPFLoader2111111111111111111111111111111111"),
  knownKey("LoaderV411111111111111111111111111111111111"),
]);

/** Whether a program is a loader, which owns programs. */
export function isLoader(key: Key): boolean {
  return LOADERS.has(key);
}

/** Whether two states of an account have equal fields and bytes. */
export function sameAccount(a: ChainAccount | null, b: ChainAccount | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.lamports !== b.lamports || a.owner !== b.owner || a.executable !== b.executable) return false;
  return a.rentEpoch === b.rentEpoch && a.data.equals(b.data);
}
