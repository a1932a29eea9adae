import { AccountStore } from "../chain/accounts/account-store.ts";
import type { ClockState } from "../chain/slot-clock.ts";
import type { Sig } from "../codec/keys.ts";
import { messageHash, parseTransaction } from "../transaction/wire.ts";
import { restoreWrite } from "./account-codec.ts";
import type { HistoryIndex } from "./history.ts";
import { decodeNames, decodeRecord, type KnownStatus, type LedgerRecord, type TransactionRecord } from "./record.ts";
import type { StoredSnapshot } from "./snapshot.ts";

/** Slots for which outcomes are kept in memory: as on a node, twice what replay protection needs. */
export const STATUS_SLOTS = 300;

/** Outcomes, clock and accounts after the journal's records, applied one after the other. */
export class Replay {
  readonly accounts = new AccountStore();
  readonly statuses: Map<Sig, KnownStatus>;
  clock: ClockState | undefined;
  #newest = { slot: 0, blockTime: 0 };

  /** Starts with a snapshot instead of the records before it, and continues with its statuses. */
  constructor(snapshot: Pick<StoredSnapshot, "accounts" | "statuses" | "clock"> | undefined) {
    this.statuses = snapshot?.statuses ?? new Map();
    if (snapshot === undefined) return;
    this.accounts.apply(snapshot.accounts.map(([key, account]) => ({ key, account })));
    this.clock = snapshot.clock;
  }

  /** Applies the next record. */
  visit(payload: Buffer): void {
    const record = decodeRecord(payload);
    if (record.kind === "accounts" || record.kind === "transaction") {
      const before = this.accounts;
      before.apply(record.writes.map((write) => restoreWrite(write, before.get(write.key))));
    }
    if (record.kind === "transaction") this.#visitTransaction(record.transaction);
    this.clock = clockAfter(this.clock, record);
  }

  /** The clock with which to continue: the last stored one, unless it is older than a transaction (the disk lost it). */
  goOnFrom(noted: ClockState | undefined): ClockState | undefined {
    const { slot, blockTime } = this.#newest;
    return noted === undefined || noted.slot < slot || noted.unixTime < blockTime ? this.clock : noted;
  }

  #visitTransaction({ wire, slot, blockTime, error }: TransactionRecord): void {
    const { signature, message } = parseTransaction(wire);
    this.#newest = { slot, blockTime };
    this.statuses.set(signature, { slot, error, message: messageHash(message) });
    for (const [signature, status] of this.statuses) {
      if (status.slot >= slot - STATUS_SLOTS) break;
      this.statuses.delete(signature);
    }
  }
}

/** The clock after a record: as stored, but never earlier than an acknowledged transaction. */
export function clockAfter(clock: ClockState | undefined, record: LedgerRecord): ClockState | undefined {
  if (record.kind === "clock") return record.clock;
  if (record.kind !== "transaction" || clock === undefined) return clock;
  const { slot, blockTime } = record.transaction;
  if (clock.slot >= slot && clock.unixTime >= blockTime) return clock;
  return { ...clock, slot: Math.max(clock.slot, slot), unixTime: Math.max(clock.unixTime, blockTime) };
}

/** Adds a record to the index if it is a transaction that the index lacks. */
export function completeIndex(history: HistoryIndex, payload: Buffer, offset: number, end: number): void {
  if (offset < history.journalEnd) return;
  const names = decodeNames(payload);
  if (names !== undefined) history.add(names.slot, offset, end, names);
}
