import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findEmbeddedDatabase, removeEmbeddedDatabase } from "../engines/database/embedded.ts";
import { ConfigError } from "../settings/environment.ts";
import { portsFile } from "./choose-port.ts";
import { lockDataFolder } from "./owner-lock.ts";

/** Everything that an installation stores in its data folder. */
const ours = new Set([
  ...["keys", "wallet-versions", "recovery-keys", "co-signed", "keys.sock"],
  ...[portsFile, `${portsFile}.new`],
  ...["ledger", "devkit", "world", "files", "light"],
  ...["postgres", "postgres.log", "postgres-password"],
]);
/** Not data: an npm package that is downloaded once and verified at each start. */
const kept = "light";

/**
 * Deletes an installation's local data, also a database outside of the folder; Light's package stays. @throws ConfigError,
 * with nothing deleted, when the installation runs or when the folder contains foreign files.
 */
export const resetInstallation = async (dataDir: string): Promise<void> => {
  const names = await readdir(dataDir).catch(() => null);
  if (names === null) return;
  const foreign = names.filter((name) => !ours.has(name));
  if (foreign.length > 0)
    throw new ConfigError(
      `${dataDir} holds what Tribe did not put there (${foreign.slice(0, 3).join(", ")}). Nothing was deleted.`,
    );
  const running = await findEmbeddedDatabase(dataDir);
  if (running) await (await lockDataFolder(running, dataDir)).release();
  await removeEmbeddedDatabase(dataDir);
  for (const name of names) if (name !== kept) await rm(join(dataDir, name), { recursive: true, force: true });
  if (!names.includes(kept)) await rm(dataDir, { recursive: true, force: true });
};
