import type { Key } from "../codec/keys.ts";
import type { HistoryIndex } from "../ledger/history.ts";
import type { TransactionRecord } from "../ledger/record.ts";
import { parseTransaction, type WireTransaction } from "../transaction/wire.ts";
import { CompressedAccounts } from "./compressed-accounts.ts";
import { ACCOUNT_COMPRESSION, stateChangesOf } from "./state-changes.ts";

/** Leaves of all state trees together; they are never emptied here. */
export const maxLeaves = 150_000;
/** From this number on the operator of the chain is warned. */
const nearTheEnd = 0.9 * maxLeaves;

/** What the indexer reads transactions from. */
interface Source {
  readonly history: Pick<HistoryIndex, "withAddress">;
  readonly transactionAt: (place: number) => TransactionRecord | undefined;
  readonly onNotice: (notice: string) => void;
}

/**
 * Keeps the compressed accounts in step with the chain. It has no file of its own: it is derived from the journal, which
 * survives a kill, and read from there at the first request after a start.
 */
export class CompressionIndexer {
  readonly #source: Source;
  #accounts: CompressedAccounts | undefined;
  #isNearTheEnd = false;

  constructor(source: Source) {
    this.#source = source;
  }

  /** @throws DamagedRecordError when a transaction can't be read again */
  get accounts(): CompressedAccounts {
    if (this.#accounts !== undefined) return this.#accounts;
    const { history, transactionAt } = this.#source;
    const accounts = new CompressedAccounts();
    const places = [...history.withAddress(ACCOUNT_COMPRESSION)].reverse();
    for (const place of places) {
      const record = transactionAt(place);
      if (record === undefined) continue;
      const tx = parseTransaction(record.wire);
      apply(accounts, tx, [...tx.staticKeys, ...record.loadedWritable, ...record.loadedReadonly], record);
    }
    this.#accounts = accounts;
    this.#warnIfNearlyFull(accounts);
    return accounts;
  }

  /** Records a processed transaction. */
  add(tx: WireTransaction, keys: readonly Key[], record: TransactionRecord): void {
    if (this.#accounts === undefined || !keys.includes(ACCOUNT_COMPRESSION)) return;
    apply(this.#accounts, tx, keys, record);
    this.#warnIfNearlyFull(this.#accounts);
  }

  #warnIfNearlyFull({ leaves }: CompressedAccounts): void {
    if (this.#isNearTheEnd || leaves < nearTheEnd) return;
    this.#isNearTheEnd = true;
    this.#source.onNotice(
      `${leaves} of the ${maxLeaves} compressed accounts that this chain has room for are taken; then only a new ledger has more`,
    );
  }
}

function apply(
  accounts: CompressedAccounts,
  tx: WireTransaction,
  keys: readonly Key[],
  record: TransactionRecord,
): void {
  if (record.error !== null) return;
  const { slot, blockTime } = record;
  accounts.apply(stateChangesOf(tx, keys, record.inner), { signature: tx.signature, slot, blockTime });
}
