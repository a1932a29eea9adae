import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccountStore } from "../chain/accounts/account-store.ts";
import type { ClockState } from "../chain/slot-clock.ts";
import type { Sig } from "../codec/keys.ts";
import { ClockFile } from "./clock-file.ts";
import { HISTORY_FILES, HistoryIndex } from "./history.ts";
import { SEGMENT_PLACES } from "./history-segment.ts";
import { DamagedLedgerError, DamagedRecordError, Journal, LedgerWriteError } from "./journal.ts";
import { lockLedger } from "./lock.ts";
import { makeFolder } from "./make-folder.ts";
import {
  decodeHead,
  decodeRecord,
  decodeTransactionRecord,
  type KnownStatus,
  type LedgerRecord,
  namesIn,
  type TransactionHead,
  type TransactionRecord,
} from "./record.ts";
import { clockAfter, completeIndex, Replay } from "./restore.ts";
import { CHAIN_ID_BYTES, readSnapshot, writeSnapshot } from "./snapshot.ts";

const FORMAT = 1;
// A shorter journal was never used: the first process was killed while it wrote the header.
const HEADER_BYTES = 55;
// A snapshot is due when the journal has grown by twice its size, within these limits: then neither writing snapshots nor
// reading the rest of the journal at a start costs much.
const SNAPSHOT_BYTES = { min: 256 * 1024, max: 32 * 1024 * 1024 } as const;
const LOCK = "ledger.lock";
const JOURNAL = "journal.bin";
const SNAPSHOT = "accounts.snapshot";
const CLOCK = "clock.bin";
const OURS = [LOCK, JOURNAL, SNAPSHOT, CLOCK, HISTORY_FILES];

/** The folder cannot be used; the message says why and what to do. */
export class LedgerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LedgerError";
  }
}

/** Options of a ledger. */
export interface LedgerOptions {
  /** Without one it uses a temporary folder, removed at the end. */
  readonly folder?: string;
  /** Deletes the folder's content. */
  readonly reset: boolean;
  /** For a new ledger. */
  readonly slotsPerEpoch: number;
  /** Called with a text when a part has to be rebuilt. */
  readonly onNotice?: (notice: string) => void;
  /** Called at once when nothing can be recorded any more; the chain is then ahead of its journal. */
  readonly onUnwritable?: (error: LedgerWriteError) => void;
}

/** The content of a ledger when it was opened. */
export interface RestoredState {
  /** True for a new ledger: the chain's initial accounts must still be written. */
  readonly fresh: boolean;
  readonly seed: Buffer;
  readonly slotsPerEpoch: number;
  readonly accounts: AccountStore;
  readonly history: HistoryIndex;
  readonly clock: ClockState | undefined;
  /** Outcomes by signature, oldest first. The chain continues with this map, and snapshots are written from it. */
  readonly statuses: Map<Sig, KnownStatus>;
}

/** A chain's folder: lock, journal, and the data derived from it (snapshot and index of the history). */
export class Ledger {
  readonly #folder: string;
  readonly #temporary: boolean;
  readonly #journal: Journal;
  readonly #clockFile: ClockFile;
  readonly #chainId: Buffer;
  readonly #unlock: () => void;
  readonly #onUnwritable: (error: LedgerWriteError) => void;
  #snapshotEnd = 0;
  #snapshotSize = 0;
  #clock: ClockState | undefined;
  #writing: Promise<void> | undefined;
  readonly restored: RestoredState;

  private constructor(folder: string, options: LedgerOptions) {
    this.#folder = folder;
    this.#temporary = options.folder === undefined;
    this.#onUnwritable = options.onUnwritable ?? (() => undefined);
    this.#unlock = lockLedger(folder);
    const undo = [this.#unlock];
    try {
      removeUnfinished(folder);
      const journal = Journal.open(join(folder, JOURNAL));
      this.#journal = journal;
      undo.push(() => journal.close());
      const header = this.#header(options.slotsPerEpoch);
      this.#chainId = createHash("sha256").update(header.seed).digest().subarray(0, CHAIN_ID_BYTES);
      const clockFile = new ClockFile(join(folder, CLOCK), header.seed);
      this.#clockFile = clockFile;
      undo.push(() => clockFile.close());
      const history = new HistoryIndex({
        folder,
        chainId: this.#chainId,
        ...namesIn((offset) => journal.read(offset)),
      });
      undo.push(() => history.close());
      this.restored = { ...header, history, ...this.#restore(history, options.onNotice ?? (() => undefined)) };
    } catch (error) {
      for (const close of undo.reverse()) close();
      throw error;
    }
  }

  /**
   * Opens or creates a ledger.
   * @throws LedgerError, LedgerLockedError, DamagedLedgerError
   */
  static open(options: LedgerOptions): Ledger {
    const { folder } = options;
    if (folder === undefined) return new Ledger(mkdtempSync(join(tmpdir(), "tribe-localnet-")), options);
    makeFolder(folder);
    const foreign = readdirSync(folder).find((name) => !OURS.some((own) => name.startsWith(own)));
    if (foreign !== undefined && !existsSync(join(folder, JOURNAL))) {
      throw new LedgerError(`${folder} is no ledger of tribe-localnet: it holds ${foreign}`);
    }
    if (options.reset) {
      const unlock = lockLedger(folder);
      for (const name of readdirSync(folder)) {
        if (OURS.some((own) => own !== LOCK && name.startsWith(own))) rmSync(join(folder, name));
      }
      unlock();
    }
    return new Ledger(folder, options);
  }

  /** Reads the first record, or writes it. */
  #header(slotsPerEpoch: number): { seed: Buffer; slotsPerEpoch: number } {
    if (this.#journal.end < HEADER_BYTES) this.#journal.recover(0, () => undefined);
    if (this.#journal.end === 0) {
      // A new chain would overwrite it, and with it the last copy of the accounts.
      if (existsSync(join(this.#folder, SNAPSHOT))) {
        const lost = `${this.#folder}: ${JOURNAL} is missing or empty while its snapshot is there`;
        throw new LedgerError(`${lost}; restore it from a copy, or start anew with --reset`);
      }
      const seed = randomBytes(32);
      this.#journal.append({ kind: "header", format: FORMAT, seed, slotsPerEpoch });
      return { seed, slotsPerEpoch };
    }
    const record = readFirst(this.#journal);
    if (record.kind !== "header") throw new LedgerError(`${this.#folder}: the journal has no beginning; use --reset`);
    const { seed, format } = record;
    if (format === FORMAT) return { seed, slotsPerEpoch: record.slotsPerEpoch };
    throw new LedgerError(`the ledger has format ${format}, this version reads ${FORMAT}; use --reset`);
  }

  #restore(
    history: HistoryIndex,
    onNotice: (notice: string) => void,
  ): Pick<RestoredState, "fresh" | "accounts" | "clock" | "statuses"> {
    const journal = this.#journal;
    const snapshotPath = join(this.#folder, SNAPSHOT);
    const snapshot = readSnapshot(snapshotPath, this.#chainId);
    const unusable = snapshot === undefined && existsSync(snapshotPath);
    if (unusable) rmSync(snapshotPath);
    this.#snapshotEnd = snapshot?.journalEnd ?? 0;
    this.#snapshotSize = snapshot?.size ?? 0;
    if (journal.end < this.#snapshotEnd) {
      throw new LedgerError(`${this.#folder}: the journal is shorter than its snapshot says; start anew with --reset`);
    }
    const began = history.count;
    const index = (payload: Buffer, offset: number, end: number) => completeIndex(history, payload, offset, end);
    if (history.journalEnd < this.#snapshotEnd) journal.scan(history.journalEnd, this.#snapshotEnd, index);
    const replay = new Replay(snapshot);
    journal.recover(this.#snapshotEnd, (payload, offset, end) => {
      replay.visit(payload);
      index(payload, offset, end);
    });
    if (history.journalEnd > journal.end) {
      history.dropFrom(journal.end);
      journal.scan(history.journalEnd, journal.end, index);
    }
    if (unusable || (began === 0 && history.count >= SEGMENT_PLACES)) {
      const what = "Snapshot or index of the ledger was missing, damaged or of an older version";
      onNotice(`${what}: made anew from the journal (${history.count} transactions)`);
    }
    this.#clock = replay.clock;
    const clock = replay.goOnFrom(this.#clockFile.read());
    return { fresh: replay.clock === undefined, accounts: replay.accounts, clock, statuses: replay.statuses };
  }

  /** @throws LedgerWriteError when an append has failed */
  assertWritable(): void {
    this.#journal.assertWritable();
  }

  /**
   * Appends a record; when it returns, the record survives a kill. Returns its byte range in the journal.
   * @throws LedgerWriteError
   */
  append(record: LedgerRecord): { readonly offset: number; readonly end: number } {
    try {
      const offset = this.#journal.append(record);
      this.#clock = clockAfter(this.#clock, record);
      return { offset, end: this.#journal.end };
    } catch (error) {
      if (error instanceof LedgerWriteError) this.#onUnwritable(error);
      throw error;
    }
  }

  /** Stores the slot that begins; when it returns, it survives a kill. */
  noteSlot(clock: Readonly<ClockState>): void {
    this.#clockFile.write(clock);
  }

  /**
   * Reads a transaction by its offset from `append`.
   * @throws DamagedRecordError
   */
  readTransaction(offset: number): TransactionRecord {
    return expectTransaction(decodeTransactionRecord(this.#journal.read(offset)));
  }

  /** {@link readTransaction}, but only a list entry's fields. */
  readHead(offset: number): TransactionHead {
    return expectTransaction(decodeHead(this.#journal.read(offset)));
  }

  /** Writes a snapshot in the background when the journal has grown enough since the last one. */
  snapshotIfDue(accounts: AccountStore, closing = false): Promise<void> | undefined {
    const { min, max } = SNAPSHOT_BYTES;
    const journalEnd = this.#journal.end;
    const enough = closing ? min : Math.min(max, Math.max(min, 2 * this.#snapshotSize));
    const isDue = !this.#temporary && journalEnd - this.#snapshotEnd >= enough;
    if (this.#writing !== undefined || !isDue) return this.#writing;
    this.#snapshotEnd = journalEnd;
    const { history, statuses } = this.restored;
    const snapshot = { chainId: this.#chainId, journalEnd, clock: this.#clock, accounts: accounts.entries(), statuses };
    this.#writing = Promise.resolve()
      .then(() => history.save())
      .then(() => writeSnapshot(join(this.#folder, SNAPSHOT), snapshot, () => this.#journal.flush()))
      .then((size) => {
        this.#snapshotSize = size;
      })
      .catch((error: unknown) => {
        // The journal alone restores everything, so a full disk only slows the next start down.
        process.emitWarning(`no snapshot written: ${String(error)}`);
      })
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async close(accounts: AccountStore): Promise<void> {
    await this.#writing;
    if (!this.#temporary) {
      await this.snapshotIfDue(accounts, true);
      this.#saveHistory();
    }
    this.restored.history.close();
    this.#journal.close();
    this.#clockFile.close();
    this.#unlock();
    if (this.#temporary) rmSync(this.#folder, { recursive: true, force: true });
  }

  #saveHistory(): void {
    try {
      this.restored.history.save();
    } catch (error) {
      process.emitWarning(`the index of the history was not written: ${String(error)}`);
    }
  }
}

function expectTransaction<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new RangeError("no transaction at this place of the journal");
  return found;
}

function readFirst(journal: Journal): LedgerRecord {
  try {
    return decodeRecord(journal.read(0));
  } catch (error) {
    throw error instanceof DamagedRecordError ? new DamagedLedgerError(0) : error;
  }
}

/** Removes files that a killed process left half-written. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".tmp") && OURS.some((own) => name.startsWith(own))) rmSync(join(folder, name), { force: true });
  }
}
