import type { Key, Sig } from "../codec/keys.ts";
import { recordWrite } from "../ledger/account-codec.ts";
import type { HistoryIndex } from "../ledger/history.ts";
import { Ledger } from "../ledger/ledger.ts";
import type { KnownStatus, TransactionHead, TransactionRecord } from "../ledger/record.ts";
import { STATUS_SLOTS } from "../ledger/restore.ts";
import { CompressionIndexer } from "../light/indexer.ts";
import type { TransactionError } from "../transaction/errors.ts";
import { isWritable, type ResolvedKeys, resolveKeys } from "../transaction/lookup.ts";
import { nonceAllows, nonceKeyOf } from "../transaction/nonce.ts";
import { messageHash, parseTransaction, type WireTransaction } from "../transaction/wire.ts";
import { type AccountWrite, type ChainAccount, sameAccount } from "./accounts/account.ts";
import type { AccountStore } from "./accounts/account-store.ts";
import type { SimulationOutcome } from "./engine.ts";
import type { Executed } from "./execute.ts";
import { Executor } from "./executor.ts";
import { Faucet } from "./faucet.ts";
import { faucetAccount, programAccounts } from "./genesis.ts";
import type { ChainOptions } from "./options.ts";
import { PriorityFees } from "./priority-fees.ts";
import { MAX_BLOCKHASH_AGE, SlotClock } from "./slot-clock.ts";
import { Ticker } from "./ticker.ts";
import { Validator } from "./validator.ts";

/** A reader's commitment: the current slot, the one before, or 32 before. */
export type Commitment = "processed" | "confirmed" | "finalized";

const FINAL_AFTER = 32;
// A killed process loses at most this many slots that it had begun: the next start skips as many.
const RESERVED_SLOTS = 64;

/** A transaction that was processed, for subscribers. */
export interface ProcessedTransaction {
  readonly signature: Sig;
  readonly slot: number;
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  readonly keys: readonly Key[];
  readonly writes: readonly AccountWrite[];
}

/** The outcome of a sent transaction: processed, or refused without a trace. */
export type SendOutcome =
  | { readonly kind: "processed"; readonly transaction: ProcessedTransaction }
  | { readonly kind: "refused"; readonly error: TransactionError };

type Changes = Pick<Extract<Executed, { readonly writes: unknown }>, "writes" | "before">;

/** A chain's events for its subscribers. */
export interface ChainListener {
  transaction(transaction: ProcessedTransaction): void;
  /** A slot has begun; the confirmed and finalized states of the previous slots can still be read. */
  slot(slot: number, previous: number): void;
}

/** A Solana chain in this process: LiteSVM with a node's rules around it, kept in a ledger. */
export class Chain {
  readonly #executor: Executor;
  readonly #ledger: Ledger;
  readonly #statuses: Map<Sig, KnownStatus>;
  readonly #messages = new Map<Key, number>();
  readonly #listeners = new Set<ChainListener>();
  readonly #ticker: Ticker | undefined;
  readonly #genesisHash: Key;
  #reservedUntil = 0;
  #airdrops = 0;
  #closed = false;
  readonly accounts: AccountStore;
  readonly history: HistoryIndex;
  readonly clock: SlotClock;
  readonly faucet: Faucet;
  readonly validator: Validator;
  readonly priorityFees = new PriorityFees();
  readonly compression: CompressionIndexer;

  private constructor(options: ChainOptions) {
    this.#ledger = Ledger.open({
      ...(options.ledger === undefined ? {} : { folder: options.ledger }),
      reset: options.reset ?? false,
      slotsPerEpoch: options.slotsPerEpoch ?? 432_000,
      ...(options.onNotice === undefined ? {} : { onNotice: options.onNotice }),
      ...(options.onUnwritable === undefined ? {} : { onUnwritable: options.onUnwritable }),
    });
    const { restored } = this.#ledger;
    const slotMs = options.slotMs ?? 400;
    this.accounts = restored.accounts;
    this.history = restored.history;
    this.#statuses = restored.statuses;
    for (const { message, slot } of this.#statuses.values()) this.#messages.set(message, slot);
    const now = Date.now();
    const begins = options.startTimeSeconds ?? Math.floor(now / 1000);
    const offsetMs = options.startTimeSeconds === undefined ? 0 : options.startTimeSeconds * 1000 - now;
    const state = restored.clock ?? { slot: 0, offsetMs, unixTime: begins, epochStart: begins };
    this.clock = new SlotClock(restored.seed, state, { slotMs, slotsPerEpoch: restored.slotsPerEpoch });
    this.#genesisHash = this.clock.hashAt(-1);
    this.faucet = new Faucet(restored.seed);
    this.validator = new Validator(restored.seed);
    this.#executor = new Executor(this.accounts, this.clock);
    this.compression = new CompressionIndexer({
      history: this.history,
      transactionAt: (place) => this.transactionAt(place),
      onNotice: options.onNotice ?? (() => undefined),
    });
    this.#seedAccounts(options, restored.fresh);
    this.tick();
    this.#ticker = options.autoTick === false ? undefined : new Ticker(slotMs, () => this.tick());
  }

  /**
   * Opens a chain.
   * @throws LedgerError, LedgerLockedError, DamagedLedgerError
   */
  static open(options: ChainOptions = {}): Chain {
    return new Chain(options);
  }

  #seedAccounts(options: ChainOptions, fresh: boolean): void {
    const writes: AccountWrite[] = fresh
      ? [
          faucetAccount(this.faucet.key, options.faucetLamports),
          ...this.validator.accounts((size) => this.rentExemptMinimum(size)),
          ...(options.accounts ?? []),
        ]
      : [];
    writes.push(...(options.additions ?? []).filter(({ key }) => this.accounts.get(key) === undefined));
    for (const program of options.programs ?? []) {
      const wanted = programAccounts(program, (size) => this.rentExemptMinimum(size));
      const isThere = wanted.every(({ key, account }) => sameAccount(this.accounts.get(key) ?? null, account));
      // Both accounts, even if only the code differs: the engine loads a program when the account that points to its code is
      // written.
      if (!isThere) writes.push(...wanted);
    }
    if (writes.length === 0) return;
    this.#executor.seed(writes);
    for (const write of writes) this.#ledger.append({ kind: "accounts", writes: [recordWrite(write, undefined)] });
    this.accounts.apply(writes);
  }

  get genesisHash(): Key {
    return this.#genesisHash;
  }

  get slot(): number {
    return this.clock.slot;
  }

  /** The newest slot that a commitment covers. */
  slotAt(commitment: Commitment): number {
    if (commitment === "processed") return this.slot;
    return Math.max(0, this.slot - (commitment === "confirmed" ? 1 : FINAL_AFTER));
  }

  /** The commitment that a past slot has reached. */
  commitmentOf(slot: number): Commitment {
    if (slot <= this.slotAt("finalized")) return "finalized";
    return slot <= this.slotAt("confirmed") ? "confirmed" : "processed";
  }

  listen(listener: ChainListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** An account at the end of a slot (by default the current state). */
  account(key: Key, slot = this.slot): ChainAccount | null {
    return this.#executor.account(key, slot);
  }

  /** Sysvars and built-in programs at the end of a slot. */
  broughtAlong(slot: number): Iterable<readonly [Key, ChainAccount]> {
    return this.#executor.broughtAlong(slot);
  }

  rentExemptMinimum(size: number): bigint {
    return this.#executor.rentExemptMinimum(size);
  }

  /** The outcome of a transaction of the last 300 slots. */
  recentStatus(signature: Sig): KnownStatus | undefined {
    return this.#statuses.get(signature);
  }

  /** A transaction with its details, from the journal. */
  transaction(signature: Sig): TransactionRecord | undefined {
    const index = this.history.indexOf(signature);
    return index === undefined ? undefined : this.transactionAt(index);
  }

  /** A transaction by its index in the history. */
  transactionAt(index: number): TransactionRecord | undefined {
    const offset = this.history.offsetAt(index);
    return offset === undefined ? undefined : this.#ledger.readTransaction(offset);
  }

  /** A list entry of the transaction at an index in the history. */
  headAt(index: number): TransactionHead | undefined {
    const offset = this.history.offsetAt(index);
    return offset === undefined ? undefined : this.#ledger.readHead(offset);
  }

  /**
   * Why a transaction would not be executed in a slot: its blockhash or nonce is no longer valid, or its message was processed
   * before, whoever signed it.
   */
  ageError(tx: WireTransaction, slot = this.slot, maxAge = MAX_BLOCKHASH_AGE): TransactionError | null {
    const hashSlot = this.clock.newestHashAt(slot);
    if (this.clock.slotOf(tx.blockhash, hashSlot, maxAge) === undefined) {
      const nonce = nonceKeyOf(tx);
      const account = nonce === undefined ? null : this.account(nonce, slot);
      if (!nonceAllows(tx, account, this.clock.hashAt(hashSlot))) return "BlockhashNotFound";
    }
    const processed = this.#messages.get(messageHash(tx.message));
    return processed !== undefined && processed <= slot ? "AlreadyProcessed" : null;
  }

  /** The keys that a transaction names, or the error of its lookup tables, as of a slot. */
  resolve(tx: WireTransaction, slot = this.slot): ResolvedKeys | { readonly error: TransactionError } {
    return resolveKeys(tx, (key) => this.account(key, slot), slot);
  }

  /** Executes without committing, on the state at the end of a slot. The caller checks the blockhash's age. */
  simulate(tx: WireTransaction, resolved: ResolvedKeys, options: { verify: boolean; slot: number }): SimulationOutcome {
    return this.#executor.simulate(tx, resolved, options);
  }

  /**
   * Executes at once and records the result; when it returns, the result survives a kill.
   * @throws LedgerWriteError when it cannot be recorded, and from then on always
   */
  process(tx: WireTransaction, verify = true): SendOutcome {
    this.#ledger.assertWritable();
    const age = this.ageError(tx);
    if (age !== null) return { kind: "refused", error: age };
    const resolved = this.resolve(tx);
    if ("error" in resolved) return { kind: "refused", error: resolved.error };
    const durable = this.clock.slotOf(tx.blockhash) === undefined;
    const executed = this.#executor.execute(tx, resolved, { verify, durable });
    if ("refused" in executed) return { kind: "refused", error: executed.refused };
    const record = { slot: this.slot, blockTime: this.clock.unixTime, wire: tx.bytes, ...executed.result };
    const writable = resolved.keys.filter((_, index) => isWritable(tx, resolved, index));
    this.priorityFees.add(this.slot, executed.unitPrice, writable);
    return { kind: "processed", transaction: this.#commit(tx, record, resolved.keys, executed) };
  }

  #commit(tx: WireTransaction, record: TransactionRecord, keys: readonly Key[], executed: Changes) {
    const { writes, before } = executed;
    const recorded = writes.map((write) => recordWrite(write, this.accounts.get(write.key)));
    const { offset, end } = this.#ledger.append({ kind: "transaction", transaction: record, writes: recorded });
    const { slot, error, logs } = record;
    // The store does not know the engine's built-in accounts until they change: older views need their first state.
    this.accounts.apply(writes.flatMap(({ key }) => this.#firstState(key, before.get(key) ?? null)));
    this.accounts.apply(writes, slot);
    this.history.add(slot, offset, end, { signature: tx.signature, keys });
    this.compression.add(tx, keys, record);
    const message = messageHash(tx.message);
    this.#statuses.set(tx.signature, { slot, error, message });
    this.#messages.set(message, slot);
    const processed: ProcessedTransaction = { signature: tx.signature, slot, error, logs, keys, writes };
    for (const listener of this.#listeners) listener.transaction(processed);
    return processed;
  }

  #firstState(key: Key, account: ChainAccount | null): AccountWrite[] {
    return account === null || this.accounts.get(key) !== undefined ? [] : [{ key, account }];
  }

  /** Sends lamports from the faucet. */
  airdrop(to: Key, lamports: bigint): { signature: Sig; outcome: SendOutcome } {
    const blockhash = this.clock.hashAt(this.slot);
    this.#airdrops = (this.#airdrops + 1) % 1_000_000;
    const tx = parseTransaction(this.faucet.transfer(to, lamports, blockhash, this.#airdrops));
    return { signature: tx.signature, outcome: this.process(tx, false) };
  }

  /** Begins the next slot. */
  tick(): void {
    this.#move(() => this.clock.advance());
  }

  /** Jumps ahead, as if every slot in between had been empty. */
  warp(jump: { slots: number } | { seconds: number }): void {
    this.#move(() => this.clock.warp(jump));
  }

  /** Begins the next slot at a future Unix time (s); signed transactions stay valid. */
  skipTo(unixTime: number): void {
    this.#move(() => this.clock.skipTo(unixTime));
  }

  /** Begins the next slot at the machine's current time. False when the chain is ahead of it. */
  skipToPresent(): boolean {
    let reached = false;
    this.#move(() => {
      reached = this.clock.skipToPresent();
    });
    return reached;
  }

  #move(step: () => void): void {
    const { slot: previous, offsetMs } = this.clock.state;
    step();
    const { slot } = this.clock;
    if (slot === previous) return;
    if (slot >= this.#reservedUntil || slot > previous + 1 || this.clock.state.offsetMs !== offsetMs) {
      this.#reservedUntil = slot + RESERVED_SLOTS;
      this.#ledger.append({ kind: "clock", clock: { ...this.clock.state, slot: this.#reservedUntil } });
    }
    this.#ledger.noteSlot(this.clock.state);
    this.#executor.beginSlot();
    for (const listener of this.#listeners) listener.slot(slot, previous);
    this.accounts.prune(this.slotAt("finalized"));
    for (const [signature, status] of this.#statuses) {
      if (status.slot >= slot - STATUS_SLOTS) break;
      this.#statuses.delete(signature);
      this.#messages.delete(status.message);
    }
    void this.#ledger.snapshotIfDue(this.accounts);
  }

  /** Stops the chain; its data stays in the ledger. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#ticker?.stop();
    this.#ledger.append({ kind: "clock", clock: { ...this.clock.state } });
    await this.#ledger.close(this.accounts);
  }
}
