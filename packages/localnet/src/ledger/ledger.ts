import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AccountStore } from "../chain/account-store.ts";
import { HistoryIndex } from "../chain/history.ts";
import type { ClockState } from "../chain/slot-clock.ts";
import type { Key, Sig } from "../codec/keys.ts";
import type { TransactionError } from "../transaction/errors.ts";
import { messageHash, parseTransaction } from "../transaction/wire.ts";
import { restoreWrite } from "./account-codec.ts";
import { ClockFile } from "./clock-file.ts";
import { Journal } from "./journal.ts";
import { lockLedger } from "./lock.ts";
import type { LedgerRecord, TransactionRecord } from "./record.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";

const FORMAT = 1;
const SNAPSHOT_EVERY_BYTES = 32 * 1024 * 1024;
const SNAPSHOT_AT_CLOSE_BYTES = 256 * 1024;
/** For how many slots outcomes are kept in memory: as a node does, twice what replay protection needs. */
export const STATUS_SLOTS = 300;
const OURS = ["ledger.lock", "journal.bin", "accounts.snapshot", "clock.bin"];

/** The folder can't be worked with; the message says why and what to do. */
export class LedgerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LedgerError";
  }
}

/** Outcome of a transaction as far as statuses need it. */
export interface KnownStatus {
  readonly slot: number;
  /** Hash of the message: what replay protection goes by. */
  readonly message: Key;
  readonly error: TransactionError | null;
}

/** What a ledger held when it was opened. */
export interface RestoredState {
  readonly fresh: boolean;
  readonly seed: Buffer;
  readonly slotsPerEpoch: number;
  readonly accounts: AccountStore;
  readonly history: HistoryIndex;
  readonly clock: ClockState | undefined;
  /** Outcomes by signature, oldest first. */
  readonly statuses: Map<Sig, KnownStatus>;
}

/** The folder that a chain lives in: lock, journal and snapshot. */
export class Ledger {
  readonly #folder: string;
  readonly #temporary: boolean;
  readonly #journal: Journal;
  readonly #clockFile: ClockFile;
  readonly #unlock: () => void;
  #snapshotEnd: number;
  #writing: Promise<void> | undefined;
  readonly restored: RestoredState;

  private constructor(folder: string, temporary: boolean, slotsPerEpoch: number) {
    this.#folder = folder;
    this.#temporary = temporary;
    this.#unlock = lockLedger(folder);
    try {
      const snapshot = readSnapshot(join(folder, "accounts.snapshot"));
      this.#snapshotEnd = snapshot?.journalEnd ?? 0;
      const restorer = new Restorer(this.#snapshotEnd);
      if (snapshot !== undefined) {
        restorer.accounts.apply(snapshot.accounts.map(([key, account]) => ({ key, account })));
      }
      this.#journal = Journal.open(join(folder, "journal.bin"), (record, offset) => restorer.visit(record, offset));
      if (this.#journal.end < this.#snapshotEnd) {
        throw new LedgerError(`${folder}: the journal is shorter than its snapshot says; start anew with --reset`);
      }
      const fresh = restorer.seed === undefined;
      const seed = restorer.seed ?? randomBytes(32);
      if (fresh) this.#journal.append({ kind: "header", format: FORMAT, seed, slotsPerEpoch });
      this.#clockFile = new ClockFile(join(folder, "clock.bin"), seed);
      this.restored = {
        fresh,
        seed,
        slotsPerEpoch: restorer.slotsPerEpoch ?? slotsPerEpoch,
        accounts: restorer.accounts,
        history: restorer.history,
        clock: this.#clockFile.read() ?? restorer.clock,
        statuses: restorer.statuses,
      };
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  /**
   * Opens or makes a ledger; without a folder it lives in a temporary one, removed at the end.
   * @throws LedgerError, LedgerLockedError, DamagedLedgerError
   */
  static open(options: { folder?: string; reset: boolean; slotsPerEpoch: number }): Ledger {
    if (options.folder === undefined) {
      return new Ledger(mkdtempSync(join(tmpdir(), "tribe-localnet-")), true, options.slotsPerEpoch);
    }
    mkdirSync(options.folder, { recursive: true });
    const foreign = readdirSync(options.folder).find((name) => !OURS.some((own) => name.startsWith(own)));
    if (foreign !== undefined && !existsSync(join(options.folder, "journal.bin"))) {
      throw new LedgerError(`${options.folder} is no ledger of tribe-localnet: it holds ${foreign}`);
    }
    if (options.reset) {
      const unlock = lockLedger(options.folder);
      for (const name of readdirSync(options.folder)) {
        if (OURS.some((own) => own !== "ledger.lock" && name.startsWith(own))) rmSync(join(options.folder, name));
      }
      unlock();
    }
    return new Ledger(options.folder, false, options.slotsPerEpoch);
  }

  /** Appends a record; when it returns, the record survives a kill. Returns its offset. */
  append(record: LedgerRecord): number {
    return this.#journal.append(record);
  }

  /** Notes the slot that begins; when it returns, it survives a kill. */
  noteSlot(clock: Readonly<ClockState>): void {
    this.#clockFile.write(clock);
  }

  /** Reads a transaction by the offset that `append` gave. */
  readTransaction(offset: number): TransactionRecord {
    const record = this.#journal.read(offset);
    if (record.kind !== "transaction") throw new RangeError("no transaction at this place of the journal");
    return record.transaction;
  }

  /** Writes a snapshot in the background when the journal has grown enough since the last one. */
  snapshotIfDue(accounts: AccountStore, force = false): Promise<void> | undefined {
    const grown = this.#journal.end - this.#snapshotEnd;
    if (this.#writing !== undefined || grown < (force ? SNAPSHOT_AT_CLOSE_BYTES : SNAPSHOT_EVERY_BYTES)) {
      return this.#writing;
    }
    const journalEnd = this.#journal.end;
    this.#snapshotEnd = journalEnd;
    this.#journal.flush();
    const path = join(this.#folder, "accounts.snapshot");
    this.#writing = writeSnapshot(path, { journalEnd, accounts: accounts.entries() })
      .catch((error: unknown) => {
        // The journal alone restores everything, so that a full disk costs only the next start's speed.
        process.emitWarning(`no snapshot written: ${String(error)}`);
      })
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async close(accounts: AccountStore): Promise<void> {
    if (!this.#temporary) {
      await this.#writing;
      await this.snapshotIfDue(accounts, true);
    }
    this.#journal.close();
    this.#clockFile.close();
    this.#unlock();
    if (this.#temporary) rmSync(this.#folder, { recursive: true, force: true });
  }
}

class Restorer {
  readonly accounts = new AccountStore();
  readonly history = new HistoryIndex();
  readonly statuses = new Map<Sig, KnownStatus>();
  readonly #snapshotEnd: number;
  seed: Buffer | undefined;
  slotsPerEpoch: number | undefined;
  clock: ClockState | undefined;

  constructor(snapshotEnd: number) {
    this.#snapshotEnd = snapshotEnd;
  }

  visit(record: LedgerRecord, offset: number): void {
    if (record.kind === "header") {
      if (record.format !== FORMAT) {
        throw new LedgerError(`the ledger has format ${record.format}, this version reads ${FORMAT}; use --reset`);
      }
      this.seed = record.seed;
      this.slotsPerEpoch = record.slotsPerEpoch;
      return;
    }
    if (record.kind === "clock") {
      this.clock = record.clock;
      return;
    }
    if (offset >= this.#snapshotEnd) {
      const before = this.accounts;
      before.apply(record.writes.map((write) => restoreWrite(write, before.get(write.key))));
    }
    if (record.kind === "transaction") this.#visitTransaction(record.transaction, offset);
  }

  #visitTransaction(transaction: TransactionRecord, offset: number): void {
    const { slot, blockTime, error } = transaction;
    const wire = parseTransaction(transaction.wire);
    const keys = [...wire.staticKeys, ...transaction.loadedWritable, ...transaction.loadedReadonly];
    this.history.add(slot, offset, wire.signature, keys);
    this.statuses.set(wire.signature, { slot, error, message: messageHash(wire.message) });
    for (const [signature, status] of this.statuses) {
      if (status.slot >= slot - STATUS_SLOTS) break;
      this.statuses.delete(signature);
    }
    if (this.clock !== undefined && (this.clock.slot < slot || this.clock.unixTime < blockTime)) {
      const unixTime = Math.max(this.clock.unixTime, blockTime);
      this.clock = { ...this.clock, slot: Math.max(this.clock.slot, slot), unixTime };
    }
  }
}
