import type { Key } from "../codec/keys.ts";
import type { TransactionRecord } from "../ledger/record.ts";
import type { TransactionError } from "../transaction/errors.ts";
import { feeOf } from "../transaction/fee.ts";
import { isWritable, type ResolvedKeys } from "../transaction/lookup.ts";
import { advanceNonce, nonceKeyOf } from "../transaction/nonce.ts";
import type { WireTransaction } from "../transaction/wire.ts";
import { type AccountWrite, type ChainAccount, sameAccount } from "./account.ts";
import { lamportsOf, tokenBalancesOf } from "./balances.ts";
import type { Engine } from "./engine.ts";

// Errors for which a node takes the fee although nothing ran.
const FEE_ONLY: ReadonlySet<unknown> = new Set([
  "ProgramAccountNotFound",
  "InvalidProgramForExecution",
  "MaxLoadedAccountsDataSizeExceeded",
]);

type States = ReadonlyMap<Key, ChainAccount | null>;

/** What is executed, and on what. */
export interface Execution {
  readonly engine: Engine;
  readonly read: (key: Key) => ChainAccount | null;
  readonly tx: WireTransaction;
  readonly resolved: ResolvedKeys;
  /** False only when the signatures were verified a moment ago. */
  readonly verify: boolean;
  /** Set when the transaction lives by a durable nonce: the blockhash that the nonce advances to. */
  readonly nonceBlockhash: Key | undefined;
}

/** A transaction that ran, or failed for a fee; or one that leaves no trace. */
export type Executed =
  | { readonly refused: TransactionError }
  | {
      readonly result: Omit<TransactionRecord, "slot" | "blockTime" | "wire">;
      readonly writes: readonly AccountWrite[];
      /** Micro-lamports per compute unit. */
      readonly unitPrice: bigint;
    };

/** Runs a transaction on the engine and collects what changed, with a node's rules for fees and nonces. */
export function execute(execution: Execution): Executed {
  const { engine, read, tx, resolved, verify, nonceBlockhash } = execution;
  const { keys } = resolved;
  const before: States = new Map(keys.map((key) => [key, read(key)]));
  const outcome = engine.execute(tx, verify);
  const { total: fee, unitPrice } = feeOf(tx);
  if (outcome.error !== null && !tookFee(engine, tx, before, outcome.error, fee)) return { refused: outcome.error };
  if (nonceBlockhash !== undefined) settleNonce(engine, tx, nonceBlockhash);
  const writes = writesOf(engine, tx, resolved, before);
  const after: States = new Map(writes.map(({ key, account }) => [key, account]));
  const readBefore = (key: Key) => stateOf(before, key, read);
  const readAfter = (key: Key) => stateOf(after, key, readBefore);
  const { error, computeUnits, logs, inner, returnData } = outcome;
  const { loadedWritable, loadedReadonly } = resolved;
  const result = {
    loadedWritable,
    loadedReadonly,
    error,
    fee,
    computeUnits,
    preBalances: lamportsOf(keys, readBefore),
    postBalances: lamportsOf(keys, readAfter),
    preTokens: tokenBalancesOf(keys, readBefore),
    postTokens: tokenBalancesOf(keys, readAfter),
    logs,
    inner,
    returnData,
  };
  return { result, writes, unitPrice };
}

function stateOf(states: States, key: Key, otherwise: (key: Key) => ChainAccount | null): ChainAccount | null {
  const state = states.get(key);
  return state === undefined ? otherwise(key) : state;
}

/** Whether a failed transaction is part of the chain because its fee was taken. */
function tookFee(engine: Engine, tx: WireTransaction, before: States, error: TransactionError, fee: bigint): boolean {
  const payer = tx.staticKeys[0];
  const then = payer === undefined ? undefined : before.get(payer);
  if (payer === undefined || then === undefined || then === null) return false;
  if (engine.get(payer)?.lamports !== then.lamports) return true;
  const rest = then.lamports - fee;
  const affordable = rest === 0n || rest >= engine.rentExemptMinimum(then.data.length);
  if (!FEE_ONLY.has(error) || !affordable) return false;
  engine.set(payer, { ...then, lamports: rest });
  return true;
}

function settleNonce(engine: Engine, tx: WireTransaction, blockhash: Key): void {
  const key = nonceKeyOf(tx);
  const account = key === undefined ? null : engine.get(key);
  if (key !== undefined && account !== null) engine.set(key, advanceNonce(account, blockhash));
}

function writesOf(engine: Engine, tx: WireTransaction, resolved: ResolvedKeys, before: States): AccountWrite[] {
  const writes: AccountWrite[] = [];
  resolved.keys.forEach((key, index) => {
    if (!isWritable(tx, resolved, index)) return;
    const account = engine.get(key);
    if (!sameAccount(before.get(key) ?? null, account)) writes.push({ key, account });
  });
  return writes;
}
