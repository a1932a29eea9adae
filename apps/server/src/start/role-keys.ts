import type { Role } from "../config.ts";
import { ConfigError } from "../config.ts";
import { openFileKeys } from "../engines/keys/embedded.ts";
import { KeyMissingError } from "../engines/keys/key-file.ts";
import type { KeyName, Keys } from "../engines/keys/port.ts";

/** The keys that each role uses. A process opens those of its roles and no others; nobody's are the super admin's. */
export const keysOfRole: Readonly<Record<Role, readonly KeyName[]>> = {
  // Proves sessions, queues mails. Nothing that opens a wallet or signs.
  web: ["mac", "session-secret", "oauth", "mail"],
  // Gives shares to their owners, signs trades beside their traders.
  keys: ["admin", "mac", "session-secret", "server-share", "recovery-share", "wallet-record", "mail"],
  // Proves who opens a WebSocket.
  realtime: ["mac", "session-secret"],
  // Pays fees out, migrates full curves, sends the mails that others queued.
  worker: ["admin", "mail"],
  indexer: [],
};

/**
 * Opens the keys of these roles. Local mode makes those that are missing; production never does: a new key would lock
 * every wallet out that was sealed under the old one.
 * @param alsoUses keys for what runs beside the roles. @throws ConfigError
 */
export const openRoleKeys = async (
  dataDir: string,
  options: { mode: "local" | "production"; roles: ReadonlySet<Role>; alsoUses: readonly KeyName[] },
): Promise<Keys> => {
  const { mode, roles, alsoUses } = options;
  const use = [...[...roles].flatMap((role) => keysOfRole[role]), ...alsoUses];
  try {
    return await openFileKeys(dataDir, { use, mayMake: mode === "local" });
  } catch (error) {
    if (!(error instanceof KeyMissingError)) throw error;
    throw new ConfigError(
      `A key of this installation is missing: ${error.message}. Production never makes one by itself: put the keys ` +
        "there that it was set up with (TRIBE_DATA_DIR names their folder), or, for a new installation or a key that is new " +
        "in this version, run `npm run operator -- make-keys`.",
      { cause: error },
    );
  }
};
