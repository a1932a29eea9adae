import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { KeyName } from "../../engines/keys/port.ts";
import { startTestWorld, type TestWorld } from "../../modules/indexer/testing/test-world.ts";
import { readEnvironment } from "../../settings/environment.ts";
import type { Role } from "../../settings/roles.ts";
import { freePort } from "../../testing/free-port.ts";
import { keysOfRole } from "../role-keys.ts";
import { type RunningTribe, startTribe } from "../start-tribe.ts";

/** Production must not load anything of local mode. */
const loadLocalKit = () => Promise.reject(new Error("production has no stand-ins"));

/** Each of the two processes' keys. */
export const keysOf = (names: readonly KeyName[]) =>
  names.map((name) => (name === "admin" ? "admin.json" : `${name}.key`));

/** Registers hooks that give each test of this file a chain, a database and keys, on which it starts roles in production mode. */
export const productionRoles = () => {
  let world: TestWorld;
  let dataDir: string;
  /** Newest last. */
  const running: RunningTribe[] = [];
  beforeAll(async () => {
    world = await startTestWorld();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "tribe-production-"));
    await cp(join(world.dataDir, "keys"), join(dataDir, "keys"), { recursive: true });
  });
  const stopAll = async () => {
    for (const each of running.splice(0).reverse()) await each.stop({ isUrgent: false });
  };
  afterEach(async () => {
    await stopAll();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** A data folder with only the keys of one role, as an operator gives it to its process. */
  const folderFor = async (role: Role): Promise<string> => {
    const folder = join(dataDir, role);
    await mkdir(join(folder, "keys"), { recursive: true });
    for (const file of keysOf(keysOfRole[role])) await cp(join(dataDir, "keys", file), join(folder, "keys", file));
    return folder;
  };

  const start = async (
    change: Record<string, string> = {},
    roles = "keys,realtime,worker,indexer",
    onNotice: (line: string) => void = () => undefined,
  ) => {
    const [port, signerPort] = [await freePort(), await freePort()];
    const environment = readEnvironment({
      TRIBE_MODE: "production",
      TRIBE_DATA_DIR: dataDir,
      TRIBE_PORT: String(port),
      TRIBE_SIGNER_PORT: String(signerPort),
      TRIBE_PUBLIC_URL: "https://tribe.example",
      TRIBE_SIGNER_URL: "https://signer.tribe.example",
      DATABASE_URL: world.app.ctx.databaseUrl,
      RPC_URL: world.chain.rpcUrl,
      SMTP_URL: "smtp://127.0.0.1:9",
      TRIBE_KEYS_SOCKET: join(dataDir, "k.sock"),
      X_CLIENT_ID: "id",
      X_CLIENT_SECRET: "x".repeat(32),
      MOONPAY_PUBLISHABLE_KEY: "pk_live",
      MOONPAY_WEBHOOK_KEY: "wk_live",
      VAPID_PUBLIC_KEY: `B${"A".repeat(86)}`,
      VAPID_PRIVATE_KEY: "A".repeat(43),
      VAPID_SUBJECT: "mailto:ops@tribe.example",
      MOONPAY_SECRET_KEY: "c".repeat(32),
      LOG_LEVEL: "silent",
      ...change,
    });
    const started = await startTribe({
      environment,
      roles,
      isEmpty: true,
      loadLocalKit,
      onEngines: () => undefined,
      onNotice,
      onEngineEnd: () => undefined,
    });
    running.push(started);
    const ask = async (path: string, init?: RequestInit, at = port) =>
      (await fetch(`http://127.0.0.1:${at}${path}`, init)).status;
    return { ask, tribe: started, signerPort, origin: `http://127.0.0.1:${port}` };
  };
  return {
    start,
    folderFor,
    stopAll,
    world: () => world,
    /** The data folder of the current test. */
    dataDir: () => dataDir,
  };
};
