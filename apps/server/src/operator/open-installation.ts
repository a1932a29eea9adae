import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createDatabase, createPool } from "../db/client.ts";
import { findEmbeddedDatabase } from "../engines/database/embedded.ts";
import { attestationSigner } from "../engines/keys/attestation.ts";
import { openFileKeys, openSuperAdmin } from "../engines/keys/embedded.ts";
import { keyFile } from "../engines/keys/key-file.ts";
import { isKmsPurpose } from "../engines/keys/kms-settings.ts";
import { type EnvelopePurpose, type KeyName, keyNames } from "../engines/keys/port.ts";
import { replaceableKeys, replaceKey } from "../engines/keys/replace-key.ts";
import { writeVapidKeys } from "../engines/push/vapid-keys.ts";
import { openWalletFolder } from "../engines/wallet-store/folder.ts";
import { ConfigError, dataDirOf, type Environment } from "../settings/environment.ts";
import { readChosenPorts } from "../start/choose-port.ts";
import { kmsOf } from "../start/final-config.ts";
import { connectOutside } from "../start/open-engines.ts";
import { openRoleKeys } from "../start/role-keys.ts";
import { checkInstallation } from "./check/check-installation.ts";
import type { Installation } from "./port.ts";

const usualRpcPort = 8899;

/**
 * Connects to the installation of these settings. It finds that installation's own engines but never starts them: with
 * embedded ones the server must be running.
 */
export const openInstallation = async (
  environment: Environment,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Installation & { close(): Promise<void> }> => {
  const dataDir = dataDirOf(environment);
  const folder = join(dataDir, "keys");
  // Newly created keys would be useless.
  const opened = async <Opened>(open: () => Promise<Opened>): Promise<Opened> => {
    if (!existsSync(folder))
      throw new ConfigError(
        `There are no keys in ${dataDir}. Start Tribe first, or set TRIBE_DATA_DIR to its folder; a new installation in ` +
          "production begins with make-keys.",
      );
    return open();
  };
  // `npm start` may have chosen another port by itself. 0 lets it choose any.
  const rpcPort = environment.TRIBE_RPC_PORT || ((await readChosenPorts(dataDir))?.rpc ?? usualRpcPort);
  const rpcUrl = environment.RPC_URL ?? `http://127.0.0.1:${rpcPort}`;
  // Migrations and locks need a session, which a pooler gives nobody.
  const foundDatabase =
    environment.DATABASE_DIRECT_URL ?? environment.DATABASE_URL ?? (await findEmbeddedDatabase(dataDir));
  const databaseUrl = () => {
    if (foundDatabase) return foundDatabase;
    throw new ConfigError(`No database runs on ${dataDir}. Start Tribe first, or set DATABASE_URL.`);
  };
  const pools: ReturnType<typeof createPool>[] = [];
  const database = () => {
    // A broken connection is reported by the query that needs it.
    const pool = createPool(databaseUrl(), { max: 1, onError: () => undefined });
    pools.push(pool);
    return createDatabase(pool);
  };
  const installation: Installation = {
    chain: connectOutside(environment, rpcUrl),
    admin: () => opened(async () => (await openFileKeys(dataDir, { use: ["admin"], mayMake: false })).admin),
    superAdmin: () => opened(() => openSuperAdmin(dataDir, { mayMake: false })),
    makeKeys: async () => {
      const count = async () => (await readdir(folder).catch(() => [])).length;
      const before = await count();
      // Keys in a KMS have no file.
      const isInFile = (name: KeyName) => environment.KMS_KEY_ID === undefined || !isKmsPurpose(name);
      const { admin } = await openFileKeys(dataDir, { use: keyNames.filter(isInFile) });
      const superAdmin = await openSuperAdmin(dataDir);
      const vapidPublicKey = await writeVapidKeys(dataDir);
      return (await count()) === before
        ? null
        : { admin: admin.address, superAdmin: superAdmin.address, folder, vapidPublicKey };
    },
    attestationKey: () =>
      opened(async () => {
        const keys = await openFileKeys(dataDir, { use: ["wallet-record"], mayMake: false });
        return (await attestationSigner(keys)).address;
      }),
    replaceKey: (name) => opened(() => replaceKey(database(), dataDir, name)),
    sealingKeys: () =>
      opened(async () => {
        const kms = kmsOf(environment);
        const purposes = replaceableKeys.filter(
          (name) => existsSync(keyFile(folder, name)) || (kms !== null && isKmsPurpose(name)),
        );
        const keys = await openRoleKeys(dataDir, { mode: "production", roles: new Set(), alsoUses: purposes, kms });
        return { keys, purposes: new Set<EnvelopePurpose>(purposes) };
      }),
    database,
    databaseUrl,
    walletVersions: async () => {
      const versions = join(dataDir, "wallet-versions");
      if (!existsSync(versions))
        throw new ConfigError(`There is no ${versions}: set TRIBE_DATA_DIR to the data folder of the role keys.`);
      const files = await readdir(versions, { recursive: true, withFileTypes: true });
      // Each has the name of a hash; beside them there is one that marks the folder.
      const count = files.filter((file) => file.isFile() && /^[0-9a-f]{64}$/.test(file.name)).length;
      return { newest: openWalletFolder(versions).newest, count };
    },
    check: () => checkInstallation(installation, environment, variables),
    say: (line) => void process.stderr.write(`${line}\n`),
  };
  return Object.assign(installation, {
    close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  });
};
