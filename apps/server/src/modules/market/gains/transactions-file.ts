import type { Address, FiatCurrency, Mint } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import type { Reader } from "../../../db/client.ts";
import { ratesAt } from "../../rates/index.ts";
import { costHistory, type HistoryEntry } from "../rules/cost-history.ts";
import { rateCells, rateColumns } from "../rules/rate-cells.ts";
import { earningCells, transactionCells, transactionColumns } from "../rules/transaction-lines.ts";
import { csvLine } from "../snapshot/csv.ts";
import { earningSizes, ownEarnings } from "../store/own-earnings.ts";
import { historySizes } from "../store/own-histories.ts";
import { readHistories } from "./own-histories.ts";

const byteOrderMark = "\ufeff";
/** Lines per chunk of the file. */
const linesPerChunk = 1_000;
/** A Tribe's history is read as a whole; so many moves and trades take some ten megabytes. */
const maxOfTribe = 100_000;

/** The Tribes of a person's file, with the number of its lines at most. */
export const fileSizes = async (db: Reader, owners: readonly Address[]): Promise<ReadonlyMap<Mint, number>> => {
  const sizes = new Map<Mint, number>();
  for (const { mint, size } of [...(await historySizes(db, owners)), ...(await earningSizes(db, owners))])
    sizes.set(mint, (sizes.get(mint) ?? 0) + size);
  return sizes;
};

/**
 * A person's transactions as a CSV file, Tribe by Tribe, in chunks: UTF-8 with a byte order mark, so that spreadsheets read names
 * correctly. A Tribe that is too large to be read at once is named in a line of its own.
 */
export async function* transactionsFile(
  { db }: Pick<AppContext, "db">,
  owners: readonly Address[],
  sizes: ReadonlyMap<Mint, number>,
  currency: FiatCurrency,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine([...transactionColumns, ...rateColumns]);
  for (const [mint, size] of sizes) {
    if (size > maxOfTribe) {
      const cells = transactionColumns.map((column) => leftOut[column] ?? (column === "mint" ? mint : ""));
      yield csvLine([...cells, ...rateCells(null, currency)]);
      continue;
    }
    const [history] = await db.transaction((tx) => readHistories(tx, owners, [mint]), {
      ...{ isolationLevel: "repeatable read", accessMode: "read only" },
    });
    if (!history) continue;
    const lines = [
      ...costHistory(history).map((entry) => ({ at: timeOf(entry), cells: transactionCells(entry, history) })),
      ...(await ownEarnings(db, owners, mint)).map((one) => ({ at: timeOf(one), cells: earningCells(one, history) })),
    ].sort((a, b) => a.at - b.at);
    for (let at = 0; at < lines.length; at += linesPerChunk) {
      const chunk = lines.slice(at, at + linesPerChunk);
      // One statement for a chunk. What has no time has no rate: the far future is none of any reading.
      const rates = await ratesAt(
        db,
        chunk.map((one) => new Date(Math.min(one.at, farFuture))),
      );
      yield chunk.map(({ cells }, index) => csvLine([...cells, ...rateCells(rates[index] ?? null, currency)])).join("");
    }
  }
}

/** The last moment that both JavaScript and PostgreSQL can say. */
const farFuture = Date.UTC(9999, 0);

const leftOut: Partial<Record<(typeof transactionColumns)[number], string>> = { kind: "too many transactions to list" };

/** What no known transaction explains comes last. */
const timeOf = ({ at }: Pick<HistoryEntry, "at">): number => at?.getTime() ?? Number.MAX_SAFE_INTEGER;
