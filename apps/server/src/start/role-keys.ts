import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "../config.ts";
import { ConfigError } from "../config.ts";
import { openFileKeys } from "../engines/keys/embedded.ts";
import { KeyMissingError } from "../engines/keys/key-file.ts";
import { isKmsPurpose, type KmsSettings } from "../engines/keys/kms-settings.ts";
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
 * @param alsoUses keys for what runs beside the roles
 * @param kms seals the shares in place of two of the files, which are then opened only where they are, for what they sealed
 * @throws ConfigError
 */
export const openRoleKeys = async (
  dataDir: string,
  options: {
    mode: "local" | "production";
    roles: ReadonlySet<Role>;
    alsoUses: readonly KeyName[];
    kms: KmsSettings | null;
  },
): Promise<Keys> => {
  const { mode, roles, alsoUses, kms } = options;
  const names = [...[...roles].flatMap((role) => keysOfRole[role]), ...alsoUses];
  const isInFile = (name: KeyName) =>
    kms === null || !isKmsPurpose(name) || existsSync(join(dataDir, "keys", `${name}.key`));
  try {
    const files = await openFileKeys(dataDir, { use: names.filter(isInFile), mayMake: mode === "local" });
    if (kms === null || !names.some(isKmsPurpose)) return files;
    // AWS's client takes half a second to load.
    const { checkKms, withKms } = await import("../engines/keys/kms.ts");
    const keys = withKms(files, kms);
    await checkKms(keys, kms);
    return keys;
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
