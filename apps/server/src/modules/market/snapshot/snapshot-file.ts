import { type SnapshotEntry, type SnapshotGroup, unitsPerToken } from "@tribe/contract";
import { formatExact } from "@tribe/domain/money";
import type { AppContext } from "../../../context/context.ts";
import { nameAndPictureAt, peopleByAddresses } from "../../identity/index.ts";
import { csvLine } from "./csv.ts";
import type { Snapshot } from "./take-snapshot.ts";

/** Entries per chunk of the file. */
const entriesPerChunk = 1_000;
const byteOrderMark = "\ufeff";
/** Decimals of a share in percent. */
const shareScale = 1_000_000n;

/**
 * A snapshot as a CSV file, in chunks: UTF-8 with a byte order mark, so that spreadsheets read names correctly. Ranks and shares
 * are among all holders, even in a file of the members only.
 */
export async function* snapshotFile(
  ctx: Pick<AppContext, "db" | "ports">,
  { slot, takenAt, entries, total }: Snapshot,
  who: SnapshotGroup,
): AsyncGenerator<string> {
  const moment = `at slot ${slot}, ${takenAt.toISOString()}`;
  yield byteOrderMark + csvLine(["rank", "address", "displayName", `tokens ${moment}`, "share in percent", "isMember"]);
  const ranked = entries.map((entry, index) => ({ entry, rank: index + 1 }));
  const listed = who === "members" ? ranked.filter(({ entry }) => entry.isMember) : ranked;
  for (let at = 0; at < listed.length; at += entriesPerChunk) {
    const chunk = listed.slice(at, at + entriesPerChunk);
    const addresses = chunk.map(({ entry }) => entry.address);
    const people = await peopleByAddresses(ctx.db, addresses);
    yield chunk
      .map(({ entry, rank }) => {
        const { displayName } = nameAndPictureAt(entry.address, people.get(entry.address));
        return csvLine([
          String(rank),
          entry.address,
          displayName,
          formatExact(entry.snapshotAmount),
          shareOf(entry, total),
          String(entry.isMember),
        ]);
      })
      .join("");
  }
}

/** Percent of all that wallets hold, rounded down to six decimals. */
const shareOf = ({ snapshotAmount }: SnapshotEntry, total: bigint): string =>
  formatExact((((snapshotAmount * 100n * shareScale) / total) * unitsPerToken) / shareScale);
