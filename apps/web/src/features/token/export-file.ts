import { createRouteClient, type Mint, routes, type SnapshotGroup } from "@tribe/contract";
import { access, credentialsOf } from "../../shared/api/access.ts";

/** Asks for a token's holders as a file. @throws ApiError */
export const fetchHoldersFile = (mint: Mint, who: SnapshotGroup, signal: AbortSignal): Promise<Blob> => {
  const call = createRouteClient({ origin: location.origin, credentials: () => credentialsOf(access.get()) });
  return call(routes.market.snapshotFile, { query: { mint, who }, signal }, "blob");
};

/** The file's name: letters and digits of the symbol, whom it is of, and the day in UTC. */
export const holdersFileName = (symbol: string, who: SnapshotGroup, at: Date): string => {
  const plain = symbol.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "tribe";
  return `${plain}-${who}-${at.toISOString().slice(0, 10)}.csv`;
};

/** Hands a file to the browser's downloads. */
export const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement("a");
  const url = URL.createObjectURL(file);
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
