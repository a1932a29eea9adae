import type { Address, Mint } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { costHistory, type HistoryEntry } from "../rules/cost-history.ts";
import { transactionCells, transactionColumns } from "../rules/transaction-lines.ts";
import { csvLine } from "../snapshot/csv.ts";
import { readHistories } from "./own-histories.ts";

const byteOrderMark = "\ufeff";
/** Lines per chunk of the file. */
const linesPerChunk = 1_000;
/** A Tribe's history is read as a whole; so many moves and trades take some ten megabytes. */
const maxOfTribe = 100_000;

/**
 * A person's transactions as a CSV file, Tribe by Tribe, in chunks: UTF-8 with a byte order mark, so that spreadsheets read names
 * correctly. A Tribe that is too large to be read at once is named in a line of its own.
 */
export async function* transactionsFile(
  { db }: Pick<AppContext, "db">,
  owners: readonly Address[],
  sizes: readonly { readonly mint: Mint; readonly size: number }[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(transactionColumns);
  for (const { mint, size } of sizes) {
    if (size > maxOfTribe) {
      yield csvLine(transactionColumns.map((column) => leftOut[column] ?? (column === "mint" ? mint : "")));
      continue;
    }
    const [history] = await db.transaction((tx) => readHistories(tx, owners, [mint]), {
      ...{ isolationLevel: "repeatable read", accessMode: "read only" },
    });
    if (!history) continue;
    const entries = costHistory(history).sort((a, b) => timeOf(a) - timeOf(b));
    for (let at = 0; at < entries.length; at += linesPerChunk)
      yield entries
        .slice(at, at + linesPerChunk)
        .map((entry) => csvLine(transactionCells(entry, history)))
        .join("");
  }
}

const leftOut: Partial<Record<(typeof transactionColumns)[number], string>> = { kind: "too many transactions to list" };

/** What no known transaction explains comes last. */
const timeOf = ({ at }: HistoryEntry): number => at?.getTime() ?? Number.MAX_SAFE_INTEGER;
