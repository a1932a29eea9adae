import { type Mint, routes, type SnapshotGroup } from "@tribe/contract";
import { fileClient } from "../../shared/api/file-client.ts";

/** Loads a token's members or holders as a CSV file. @throws ApiError */
export const fetchHoldersFile = (mint: Mint, who: SnapshotGroup, signal: AbortSignal): Promise<Blob> =>
  fileClient()(routes.market.snapshotFile, { query: { mint, who }, signal }, "blob");

/** The file's name: the letters and digits of the symbol, the group of people, and the day in UTC. */
export const holdersFileName = (symbol: string, who: SnapshotGroup, at: Date): string => {
  const plain = symbol.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "tribe";
  return `${plain}-${who}-${at.toISOString().slice(0, 10)}.csv`;
};
