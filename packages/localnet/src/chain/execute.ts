import type { Key } from "../codec/keys.ts";
import type { TransactionRecord } from "../ledger/record.ts";
import { costUnitsOf } from "../transaction/cost.ts";
import type { TransactionError } from "../transaction/errors.ts";
import { feeOf } from "../transaction/fee.ts";
import { isWritable, type ResolvedKeys } from "../transaction/lookup.ts";
import { advanceNonce, isNonceFrom, nonceKeyOf } from "../transaction/nonce.ts";
import type { WireTransaction } from "../transaction/wire.ts";
import { type AccountWrite, type ChainAccount, sameAccount, UPGRADEABLE_LOADER } from "./accounts/account.ts";
import { lamportsOf, tokenBalancesOf } from "./accounts/balances.ts";
import type { Engine, Outcome } from "./engine.ts";
import { loadedAccountsDataSize } from "./loaded-size.ts";
import { toNodeError, usesNonce } from "./node-rules.ts";
import { type Programs, programDataOf } from "./programs.ts";

/** Errors for which a node charges the fee although nothing ran. */
export const FEE_ONLY: ReadonlySet<unknown> = new Set([
  "ProgramAccountNotFound",
  "InvalidProgramForExecution",
  "MaxLoadedAccountsDataSizeExceeded",
]);

type States = ReadonlyMap<Key, ChainAccount | null>;

/** A transaction to execute, and its state. */
export interface Execution {
  readonly engine: Engine;
  readonly programs: Programs;
  readonly read: (key: Key) => ChainAccount | null;
  readonly tx: WireTransaction;
  readonly resolved: ResolvedKeys;
  readonly slot: number;
  /** The newest blockhash, to which nonces advance. */
  readonly bankhash: Key;
  /** False only when the signatures were just verified. */
  readonly verify: boolean;
  /** Whether the transaction uses a durable nonce. */
  readonly durable: boolean;
}

/** A transaction that ran, or failed and paid its fee; or one that leaves no trace. */
export type Executed =
  | { readonly refused: TransactionError }
  | {
      readonly result: Omit<TransactionRecord, "slot" | "blockTime" | "wire">;
      readonly writes: readonly AccountWrite[];
      /** The accounts that it named, before it. */
      readonly before: ReadonlyMap<Key, ChainAccount | null>;
      /** Micro-lamports per compute unit. */
      readonly unitPrice: bigint;
    };

/** Runs a transaction on the engine and collects what changed, with a node's rules for fees, nonces and programs. */
export function execute(execution: Execution): Executed {
  const { engine, read, tx, resolved, durable, bankhash } = execution;
  const { keys } = resolved;
  const before: States = new Map(keys.map((key) => [key, read(key)]));
  const outcome = run(execution, before);
  const { total: fee, unitPrice } = feeOf(tx);
  const error = toNodeError(outcome.error, tx, (key) => before.get(key) ?? null);
  if (error !== null && !chargedFee(engine, tx, before, error, fee)) return { refused: error };
  // A failed transaction advances its nonce as well; otherwise the same bytes could run for ever.
  if (error !== null && durable) settleNonce(engine, tx, bankhash);
  const writes = writesOf(execution, before, error === null);
  const after: States = new Map(writes.map(({ key, account }) => [key, account]));
  const readBefore = (key: Key) => stateOf(before, key, read);
  const readAfter = (key: Key) => stateOf(after, key, readBefore);
  const { computeUnits, logs, inner, returnData } = outcome;
  const loadedBytes = FEE_ONLY.has(error) ? rolledBackBytes(execution, before) : loadedBytesOf(execution, before);
  const { loadedWritable, loadedReadonly } = resolved;
  const result = {
    loadedWritable,
    loadedReadonly,
    error,
    fee,
    computeUnits,
    costUnits: costUnitsOf(tx, { computeUnits, loadedBytes }),
    preBalances: lamportsOf(keys, readBefore),
    postBalances: lamportsOf(keys, readAfter),
    preTokens: tokenBalancesOf(keys, readBefore),
    postTokens: tokenBalancesOf(keys, readAfter),
    logs,
    inner,
    returnData,
  };
  return { result, writes, before, unitPrice };
}

function loadedBytesOf({ tx, resolved, read }: Execution, before: States): number {
  return loadedAccountsDataSize(resolved.keys, tx.lookups.length, (key) => stateOf(before, key, read));
}

/** A node's loaded size when only the fee was charged: the payer's data, and the nonce's. */
function rolledBackBytes({ tx, durable }: Execution, before: States): number {
  const keys = new Set([tx.staticKeys[0], durable ? nonceKeyOf(tx) : undefined]);
  let bytes = 0;
  for (const key of keys) if (key !== undefined) bytes += before.get(key)?.data.length ?? 0;
  return bytes;
}

function stateOf(states: States, key: Key, otherwise: (key: Key) => ChainAccount | null): ChainAccount | null {
  const state = states.get(key);
  return state === undefined ? otherwise(key) : state;
}

function run(execution: Execution, before: States): Outcome {
  const { engine, programs, tx, resolved, verify, slot } = execution;
  const known = (key: Key) => before.get(key) ?? null;
  const bankhash = usesNonce(tx, known) ? execution.bankhash : undefined;
  if (!touchesPrograms(tx, resolved, before)) return engine.execute(tx, verify, bankhash);
  // LiteSVM would load the programs at once, and abort the process when it cannot.
  const trial = engine.simulate(tx, verify, bankhash);
  if (trial.error !== null) return engine.execute(tx, verify, bankhash);
  const changed = new Map<Key, ChainAccount | null>();
  for (const { key, account } of trial.accounts) if (!sameAccount(known(key), account)) changed.set(key, account);
  for (const key of resolved.keys) {
    const program = known(key);
    const code = program === null ? undefined : programDataOf(program);
    if (code !== undefined && changed.has(code) && !changed.has(key)) changed.set(key, program);
  }
  programs.write(
    [...changed].map(([key, account]) => ({ key, account })),
    slot,
  );
  return trial;
}

function touchesPrograms(tx: WireTransaction, resolved: ResolvedKeys, before: States): boolean {
  return resolved.keys.some((key, index) => {
    return key === UPGRADEABLE_LOADER || (before.get(key)?.executable === true && isWritable(tx, resolved, index));
  });
}

/** Whether a failed transaction is recorded because its fee was charged. */
function chargedFee(
  engine: Engine,
  tx: WireTransaction,
  before: States,
  error: TransactionError,
  fee: bigint,
): boolean {
  const payer = tx.staticKeys[0];
  const then = payer === undefined ? undefined : before.get(payer);
  if (payer === undefined || then === undefined || then === null) return false;
  if (engine.get(payer)?.lamports !== then.lamports) return true;
  // The engine has checked the payer before these errors.
  if (!FEE_ONLY.has(error) || then.lamports < fee) return false;
  engine.set(payer, { ...then, lamports: then.lamports - fee });
  return true;
}

function settleNonce(engine: Engine, tx: WireTransaction, blockhash: Key): void {
  const key = nonceKeyOf(tx);
  const account = key === undefined ? null : engine.get(key);
  if (key !== undefined && account !== null) engine.set(key, advanceNonce(account, blockhash));
}

function writesOf(execution: Execution, before: States, succeeded: boolean): AccountWrite[] {
  const { engine, tx, resolved, bankhash } = execution;
  const writes: AccountWrite[] = [];
  resolved.keys.forEach((key, index) => {
    if (!isWritable(tx, resolved, index)) return;
    const then = before.get(key) ?? null;
    let account = withRentEpoch(engine, engine.get(key), then, succeeded);
    if (sameAccount(then, account)) return;
    if (account !== null && tx.blockhash !== bankhash && isNonceFrom(account, tx.blockhash)) {
      // Created in this transaction: the engine took its value from the transaction instead of the block.
      account = advanceNonce(account, bankhash);
      engine.set(key, account);
    }
    writes.push({ key, account });
  });
  return writes;
}

/** A node sets the rent epoch of a writable rent-exempt account to 'none'; others keep theirs. */
function withRentEpoch(
  engine: Engine,
  account: ChainAccount | null,
  before: ChainAccount | null,
  succeeded: boolean,
): ChainAccount | null {
  if (account === null || before?.rentEpoch === undefined) return account;
  if (succeeded && before.lamports >= engine.rentExemptMinimum(before.data.length)) return account;
  return { ...account, rentEpoch: before.rentEpoch };
}
