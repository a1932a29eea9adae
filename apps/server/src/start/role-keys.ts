import { existsSync } from "node:fs";
import { join } from "node:path";
import { openFileKeys } from "../engines/keys/embedded.ts";
import { KeyMissingError } from "../engines/keys/key-file.ts";
import { isKmsPurpose, type KmsSettings } from "../engines/keys/kms-settings.ts";
import type { KeyName, Keys } from "../engines/keys/port.ts";
import { ConfigError } from "../settings/environment.ts";
import type { Role } from "../settings/roles.ts";

/** The keys that each role uses. A process opens only those of its roles; the super admin's belongs to none. */
export const keysOfRole: Readonly<Record<Role, readonly KeyName[]>> = {
  // Authenticates sessions, queues mails. No key that opens a wallet or signs.
  web: ["mac", "session-secret", "oauth", "mail"],
  // Gives shares to their owners, co-signs trades.
  keys: ["admin", "mac", "session-secret", "server-share", "recovery-share", "wallet-record", "mail"],
  // Authenticates WebSockets.
  realtime: ["mac", "session-secret"],
  // Pays out fees, migrates full curves, sends queued mails.
  worker: ["admin", "mail"],
  indexer: [],
};

/**
 * Opens the keys of these roles. Local mode creates missing ones; production never does: a new key would lock out every
 * wallet that was sealed under the old one.
 * @param alsoUses keys for what runs beside the roles
 * @param kms seals the shares instead of two of the files, which are then only opened if they exist, for values that they
 * sealed
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
