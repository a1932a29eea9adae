import { createHash } from "node:crypto";
import { type ChainAccount, SYSTEM_PROGRAM } from "../chain/accounts/account.ts";
import { type Key, keyAt, rawBytes } from "../codec/keys.ts";
import { isWritableStatic, type WireTransaction } from "./wire.ts";

const NONCE_SIZE = 80;
const CURRENT_VERSION = 1;
const INITIALIZED = 1;
const ADVANCE = 4;
const AUTHORITY_AT = 8;
const VALUE_AT = 40;

/** The nonce account that a transaction uses instead of a recent blockhash: its first instruction advances it. */
export function nonceKeyOf(tx: WireTransaction): Key | undefined {
  const first = tx.instructions[0];
  if (first === undefined || tx.staticKeys[first.programIdIndex] !== SYSTEM_PROGRAM) return undefined;
  if (first.data.length < 4 || first.data.readUInt32LE(0) !== ADVANCE) return undefined;
  const index = first.accounts[0];
  return index !== undefined && isWritableStatic(tx, index) ? tx.staticKeys[index] : undefined;
}

/**
 * Whether an account is a nonce whose current value is the transaction's blockhash, whose authority signed the advance, and
 * which has a next value: it cannot be used in the block in which it was advanced.
 */
export function nonceAllows(tx: WireTransaction, account: ChainAccount | null, bankhash: Key): boolean {
  if (account === null || !isNonce(account)) return false;
  const authority = keyAt(account.data, AUTHORITY_AT);
  const signed = tx.instructions[0]?.accounts.some((index) => {
    return index < tx.requiredSignatures && tx.staticKeys[index] === authority;
  });
  const value = keyAt(account.data, VALUE_AT);
  return signed === true && value === tx.blockhash && value !== durableNonce(bankhash);
}

/** Whether the account is an initialized nonce. */
export function isNonce(account: ChainAccount): boolean {
  const { data } = account;
  return (
    account.owner === SYSTEM_PROGRAM &&
    data.length === NONCE_SIZE &&
    data.readUInt32LE(0) === CURRENT_VERSION &&
    data.readUInt32LE(4) === INITIALIZED
  );
}

/** Whether the account is a nonce whose value comes from a blockhash. */
export function isNonceFrom(account: ChainAccount, blockhash: Key): boolean {
  return isNonce(account) && keyAt(account.data, VALUE_AT) === durableNonce(blockhash);
}

/** The nonce account with the value that belongs to a blockhash. */
export function advanceNonce(account: ChainAccount, blockhash: Key): ChainAccount {
  const data = Buffer.from(account.data);
  rawBytes(durableNonce(blockhash)).copy(data, VALUE_AT);
  return { ...account, data };
}

function durableNonce(blockhash: Key): Key {
  return keyAt(createHash("sha256").update("DURABLE_NONCE").update(rawBytes(blockhash)).digest());
}
