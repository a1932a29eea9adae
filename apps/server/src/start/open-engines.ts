import { join } from "node:path";
import { defaultProgramAddress, isAddress } from "@tribe/chain/accounts";
import type { Address } from "@tribe/contract";
import { connectChain } from "../engines/chain/connect.ts";
import type { Chain } from "../engines/chain/port.ts";
import { startEmbeddedDatabase } from "../engines/database/embedded.ts";
import { connectExternalDatabase } from "../engines/database/external.ts";
import type { DatabaseServer } from "../engines/database/port.ts";
import { openSuperAdmin } from "../engines/keys/embedded.ts";
import { ConfigError, type Environment } from "../settings/environment.ts";
import { lockDataFolder } from "./owner-lock.ts";

/** Opens the configured database, and locks the data folder when anything in it is embedded. */
export const openDatabase = async (
  environment: Environment,
  dataDir: string,
): Promise<DatabaseServer & { pid: number | null }> => {
  const server = environment.DATABASE_URL
    ? {
        ...(await connectExternalDatabase({
          url: environment.DATABASE_URL,
          directUrl: environment.DATABASE_DIRECT_URL,
        })),
        pid: null,
      }
    : await startEmbeddedDatabase({ dataDir });
  if (environment.DATABASE_URL && environment.RPC_URL) return server;
  // When another process owns this folder, it also owns this PostgreSQL, which must not be stopped here.
  const lock = await lockDataFolder(server.url, dataDir);
  return {
    ...server,
    pid: server.pid,
    stop: async () => {
      await lock.release();
      await server.stop();
    },
  };
};

/**
 * Folder of Light Protocol's package, which the first start downloads. Null when it is off or not available: the product
 * starts anyway.
 */
const openLight = async (
  { TRIBE_LIGHT_DIR }: Environment,
  dataDir: string,
  onNotice: (line: string) => void,
): Promise<string | null> => {
  if (TRIBE_LIGHT_DIR === "off") return null;
  const folder = TRIBE_LIGHT_DIR ?? join(dataDir, "light");
  const { BadFileError, ensureLight } = await import("tribe-localnet/source");
  try {
    await ensureLight(folder, () => onNotice("Fetching Light Protocol's programs for airdrops (7 MB, once) …"));
    return folder;
  } catch (error) {
    if (!(error instanceof BadFileError)) throw error;
    onNotice(`Airdrops wait for Light Protocol's programs, which the next start fetches: ${error.message}`);
    return null;
  }
};

/**
 * The configured chain. @param startedAgoSeconds starts a new embedded ledger this long ago and allows to move its clock,
 * which the example world needs; null for the present time.
 */
export const openChain = async (
  environment: Environment,
  options: {
    rpcPort: number;
    dataDir: string;
    startedAgoSeconds: number | null;
    onNotice: (line: string) => void;
  },
): Promise<Chain & { pid: number | null }> => {
  const programAddress = programAddressOf(environment);
  if (environment.RPC_URL) return { ...connectOutside(environment, environment.RPC_URL), pid: null };
  const { rpcPort, dataDir, startedAgoSeconds, onNotice } = options;
  const light = await openLight(environment, dataDir, onNotice);
  // Not installed in production, which has RPC_URL.
  const { startEmbeddedChain } = await import("../engines/chain/embedded.ts");
  return startEmbeddedChain({
    ledger: join(dataDir, "ledger"),
    rpcPort,
    programAddress,
    // Our own chain uses this folder's super admin.
    upgradeAuthority: (await openSuperAdmin(dataDir)).address,
    enableWarp: startedAgoSeconds !== null || environment.TRIBE_WARP === "on",
    ...(light === null ? {} : { light }),
    ...(environment.TRIBE_SLOT_MS === undefined ? {} : { slotMs: environment.TRIBE_SLOT_MS }),
    ...(startedAgoSeconds === null ? {} : { startTimeSeconds: Math.floor(Date.now() / 1000) - startedAgoSeconds }),
  });
};

/** A chain that we do not run. @throws ConfigError */
export const connectOutside = (environment: Environment, rpcUrl: string): Chain =>
  connectChain({
    rpcUrl: rpcUrl.replace(/\/$/, ""),
    webSocketUrl: environment.RPC_WS_URL,
    programAddress: programAddressOf(environment),
    isEmbedded: false,
  });

const programAddressOf = (environment: Environment): Address => {
  const programAddress = environment.PROGRAM_ADDRESS ?? defaultProgramAddress;
  if (!isAddress(programAddress)) throw new ConfigError("PROGRAM_ADDRESS is not an address of 32 bytes");
  return programAddress;
};

/** Waits for both even when one fails, so that what the other started can be stopped. */
export const both = async <A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
};
