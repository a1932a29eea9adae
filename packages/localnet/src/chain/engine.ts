// The package's main entry wraps each call in @solana/kit's codecs; the inner class takes bytes, which starts faster
// and needs a third of the time per call. The version is pinned exactly.
import {
  Account,
  EpochSchedule,
  FailedTransactionMetadata,
  LiteSvm,
  type TransactionMetadata,
} from "litesvm/dist/internal.js";
import { type Key, keyAt, rawBytes } from "../codec/keys.ts";
import { instructionErrorName, type TransactionError, transactionErrorName } from "../transaction/errors.ts";
import { type CompiledInstruction, type WireTransaction, withBlockhash } from "../transaction/wire.ts";
import { type AccountWrite, type ChainAccount, RENT_EXEMPT_EPOCH } from "./accounts/account.ts";

const LOG_BYTES_LIMIT = 10_000n;

/** A cross-program call, with its depth (the transaction's own instructions are at height 1). */
export interface InnerInstruction extends CompiledInstruction {
  readonly stackHeight: number;
}

/** The calls made below one instruction of the transaction. */
export interface InnerGroup {
  readonly index: number;
  readonly instructions: readonly InnerInstruction[];
}

/** A program's return data (`set_return_data`). */
export interface ReturnData {
  readonly program: Key;
  readonly data: Buffer;
}

/** The virtual machine's result of a transaction. */
export interface Outcome {
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  readonly inner: readonly InnerGroup[];
  readonly computeUnits: number;
  readonly returnData: ReturnData | null;
}

/** An uncommitted result, with the accounts as they would be. */
export interface SimulationOutcome extends Outcome {
  readonly accounts: readonly AccountWrite[];
}

/** The outcome of a transaction whose instructions never ran. */
export const NOT_EXECUTED: SimulationOutcome = {
  error: null,
  logs: [],
  inner: [],
  computeUnits: 0,
  returnData: null,
  accounts: [],
};

function errorOf(failed: FailedTransactionMetadata): TransactionError {
  const error = failed.err();
  if (typeof error === "number") return transactionErrorName(error);
  if ("accountIndex" in error) {
    const detail = { account_index: error.accountIndex };
    return error.constructor.name === "TransactionErrorInsufficientFundsForRent"
      ? { InsufficientFundsForRent: detail }
      : { ProgramExecutionTemporarilyRestricted: detail };
  }
  if (!("err" in error)) return { DuplicateInstruction: error.index };
  const inner = error.err();
  if (typeof inner === "number") return { InstructionError: [error.index, instructionErrorName(inner)] };
  return { InstructionError: [error.index, "code" in inner ? { Custom: inner.code } : "BorshIoError"] };
}

function outcomeOf(meta: TransactionMetadata, error: TransactionError | null): Outcome {
  const inner: InnerGroup[] = [];
  meta.innerInstructions().forEach((group, index) => {
    if (group.length === 0) return;
    const instructions = group.map((item): InnerInstruction => {
      const instruction = item.instruction();
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: Buffer.from(instruction.accounts()),
        data: Buffer.from(instruction.data()),
        stackHeight: item.stackHeight(),
      };
    });
    inner.push({ index, instructions });
  });
  const returned = meta.returnData();
  const data = Buffer.from(returned.data());
  return {
    error,
    logs: meta.logs(),
    inner,
    computeUnits: Number(meta.computeUnitsConsumed()),
    returnData: data.length === 0 ? null : { program: keyAt(Buffer.from(returned.programId())), data },
  };
}

function fromEngine(account: Account): ChainAccount | null {
  const lamports = account.lamports();
  if (lamports === 0n) return null;
  return {
    lamports,
    owner: keyAt(Buffer.from(account.owner())),
    data: Buffer.from(account.data()),
    executable: account.executable(),
  };
}

/** LiteSVM without those of its checks that differ from a node's (blockhash age, replays): the chain does those. */
export class Engine {
  readonly #svm = new LiteSvm();
  #verifies = true;
  #limitsLogs = true;

  constructor(slotsPerEpoch: number) {
    this.#svm.setBlockhashCheck(false);
    this.#svm.setTransactionHistory(0n);
    this.#svm.setLogBytesLimit(LOG_BYTES_LIMIT);
    this.#svm.withNativeMints();
    const epoch = BigInt(slotsPerEpoch);
    this.#svm.setEpochSchedule(new EpochSchedule(epoch, epoch, false, 0n, 0n));
  }

  #verify(on: boolean): void {
    if (this.#verifies === on) return;
    this.#svm.setSigverify(on);
    this.#verifies = on;
  }

  /** A node limits the logs that it records, but not those of simulations. */
  #limitLogs(on: boolean): void {
    if (this.#limitsLogs === on) return;
    this.#svm.setLogBytesLimit(on ? LOG_BYTES_LIMIT : undefined);
    this.#limitsLogs = on;
  }

  /**
   * Executes and commits. `verify` is false only for bytes whose signatures were just verified. Nonces take their next value
   * from `bankhash`, which LiteSVM otherwise takes from the transaction.
   */
  execute(tx: WireTransaction, verify: boolean, bankhash?: Key): Outcome {
    if (bankhash !== undefined && verify) {
      const { error } = this.simulate(tx, true);
      if (error === "SignatureFailure") return { ...NOT_EXECUTED, error };
    }
    this.#verify(verify && bankhash === undefined);
    this.#limitLogs(true);
    const bytes = bankhash === undefined ? tx.bytes : withBlockhash(tx, bankhash);
    const result =
      tx.version === "legacy" ? this.#svm.sendLegacyTransaction(bytes) : this.#svm.sendVersionedTransaction(bytes);
    return result instanceof FailedTransactionMetadata
      ? outcomeOf(result.meta(), errorOf(result))
      : outcomeOf(result, null);
  }

  /** Executes without committing. */
  simulate(tx: WireTransaction, verify: boolean, bankhash?: Key): SimulationOutcome {
    if (bankhash !== undefined && verify) {
      const { error } = this.simulate(tx, true);
      if (error === "SignatureFailure") return { ...NOT_EXECUTED, error };
    }
    this.#verify(verify && bankhash === undefined);
    this.#limitLogs(false);
    const bytes = bankhash === undefined ? tx.bytes : withBlockhash(tx, bankhash);
    const result =
      tx.version === "legacy"
        ? this.#svm.simulateLegacyTransaction(bytes)
        : this.#svm.simulateVersionedTransaction(bytes);
    if (result instanceof FailedTransactionMetadata) {
      return { ...outcomeOf(result.meta(), errorOf(result)), accounts: [] };
    }
    const accounts = result.postAccounts().map((entry) => ({
      key: keyAt(Buffer.from(entry.address)),
      account: fromEngine(entry.account()),
    }));
    return { ...outcomeOf(result.meta(), null), accounts };
  }

  get(key: Key): ChainAccount | null {
    const account = this.#svm.getAccount(rawBytes(key));
    return account === null ? null : fromEngine(account);
  }

  /** Writes an account outside the runtime's rules. Throws for a program that cannot be loaded. */
  set(key: Key, account: ChainAccount | null): void {
    const { lamports, data, owner, executable } = account ?? EMPTY;
    const { rentEpoch = RENT_EXEMPT_EPOCH } = account ?? EMPTY;
    this.#svm.setAccount(rawBytes(key), new Account(lamports, data, rawBytes(owner), executable, rentEpoch));
  }

  rentExemptMinimum(size: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(size));
  }
}

const EMPTY: ChainAccount = { lamports: 0n, owner: keyAt(Buffer.alloc(32)), data: Buffer.alloc(0), executable: false };
