import type { Key } from "../codec/keys.ts";
import type { TransactionError } from "../transaction/errors.ts";
import { isNonce } from "../transaction/nonce.ts";
import { isWritableStatic, type WireTransaction } from "../transaction/wire.ts";
import { type ChainAccount, isLoader, NATIVE_LOADER } from "./accounts/account.ts";

/** Whether the transaction may write to a nonce account. (Those from lookup tables can't be advanced.) */
export function usesNonce(tx: WireTransaction, read: (key: Key) => ChainAccount | null): boolean {
  return tx.staticKeys.some((key, index) => {
    if (!isWritableStatic(tx, index)) return false;
    const account = read(key);
    return account !== null && isNonce(account);
  });
}

/** LiteSVM gives the same error for a missing program as for an account that is not a program; a node does not. */
export function toNodeError(
  error: TransactionError | null,
  tx: WireTransaction,
  read: (key: Key) => ChainAccount | null,
): TransactionError | null {
  if (error !== "InvalidProgramForExecution") return error;
  for (const { programIdIndex } of tx.instructions) {
    const key = tx.staticKeys[programIdIndex];
    const program = key === undefined ? null : read(key);
    if (program === null) return "ProgramAccountNotFound";
    if (program.owner !== NATIVE_LOADER && !isLoader(program.owner)) return error;
  }
  return error;
}
