import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultProgramAddress, isAddress } from "@tribe/chain";
import { type Devkit, startDevkit } from "@tribe/devkit";
import { type Config, ConfigError, dataDirOf, type Environment, parseRoles } from "../config.ts";
import { connectChain, webSocketUrlOf } from "../engines/chain/connect.ts";
import { startEmbeddedChain } from "../engines/chain/embedded.ts";
import type { Chain } from "../engines/chain/port.ts";
import { setUpFactory } from "../engines/chain/set-up-factory.ts";
import { startEmbeddedDatabase } from "../engines/database/embedded.ts";
import { useExternalDatabase } from "../engines/database/external.ts";
import type { DatabaseServer } from "../engines/database/port.ts";
import { openFileKeys } from "../engines/keys/embedded.ts";
import type { Keys } from "../engines/keys/port.ts";
import { openSmtpMail } from "../engines/mail/smtp.ts";
import { buildSignerHost } from "../http/signer-host.ts";
import { buildServer } from "./build-server.ts";
import { choosePort } from "./choose-port.ts";
import { createLogger } from "./logger.ts";
import { lockDataFolder } from "./owner-lock.ts";

/** How a start goes beside what the environment says. */
export interface StartOptions {
  readonly environment: Environment;
  /** Text of `--roles`. */
  readonly roles?: string | undefined;
  /** Begins a new embedded chain this long ago and lets its clock be moved, for the example world; 0 for the present. */
  readonly worldAgeSeconds?: number;
}

/** A running installation. */
export interface RunningTribe {
  readonly config: Config;
  readonly rpcUrl: string;
  readonly devkit: Devkit | null;
  /** True when this start made the embedded chain's ledger. */
  stop(): Promise<void>;
}

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Starts the whole installation in order: database, keys, chain, stand-ins, server, workers, hosts. What was started
 * is ended again when a later step fails. @throws ConfigError and DatabaseStartError with words for the operator.
 */
export const startTribe = async ({ environment, roles, worldAgeSeconds = 0 }: StartOptions): Promise<RunningTribe> => {
  const undo: (() => Promise<unknown>)[] = [];
  const started = <T>(part: T, end: (part: T) => Promise<unknown>): T => {
    undo.push(() => end(part));
    return part;
  };
  const stop = async (): Promise<void> => {
    for (const end of undo.splice(0).reverse()) await end().catch(() => undefined);
  };
  try {
    const dataDir = dataDirOf(environment);
    await mkdir(dataDir, { recursive: true });
    const ports = await choosePorts(environment);
    const appUrl = trimSlash(environment.TRIBE_PUBLIC_URL ?? `http://localhost:${ports.app}`);
    const signerUrl = trimSlash(environment.TRIBE_SIGNER_URL ?? `http://localhost:${ports.signer}`);

    const keys = await openFileKeys(dataDir);
    // Each takes a second or two and needs nothing of the other.
    const [database, chain] = await all(
      openDatabase(environment, dataDir).then((server) => started(server, (each) => each.stop())),
      openChain(environment, ports.rpc, dataDir, keys, worldAgeSeconds).then((each) =>
        started(each, (open) => open.close()),
      ),
    );
    const secrets = { x: keys.mac("token", "stand-in x"), card: keys.mac("token", "stand-in card") };
    const needsDevkit = !environment.SMTP_URL || !environment.X_CLIENT_ID || !environment.CARD_BASE_URL;
    const log = createLogger(environment.LOG_LEVEL);
    const devkit =
      environment.TRIBE_MODE === "local" && needsDevkit
        ? started(
            await startDevkit({
              port: ports.devkit,
              host: "127.0.0.1",
              dataDir: join(dataDir, "devkit"),
              rpcUrl: chain.rpcUrl,
              appUrl,
              x: { clientId: standInClientId, clientSecret: secrets.x },
              card: { secret: secrets.card, webhookUrl: `http://127.0.0.1:${ports.app}/api/webhooks/card` },
              onProblem: ({ part, error }) => log.warn({ err: error, part }, "a stand-in has a problem"),
            }),
            (each) => each.stop(),
          )
        : null;
    const config: Config = {
      mode: environment.TRIBE_MODE,
      host: environment.TRIBE_HOST,
      dataDir,
      roles: parseRoles(roles ?? environment.TRIBE_ROLES),
      trustProxy: environment.TRIBE_TRUST_PROXY,
      appUrl,
      signerUrl,
      isTls: appUrl.startsWith("https:"),
      rpcPublicUrl: environment.RPC_PUBLIC_URL ?? chain.rpcUrl,
      rpcPublicWebSocketUrl: environment.RPC_PUBLIC_WS_URL ?? chain.webSocketUrl,
      cluster: environment.SOLANA_CLUSTER,
      explorerUrl: environment.EXPLORER_URL,
      mailFrom: environment.MAIL_FROM,
      x: xOf(environment, devkit, secrets.x),
      card: {
        baseUrl: environment.CARD_BASE_URL ?? devkit?.cardUrl ?? "",
        secret: environment.CARD_SECRET ?? secrets.card,
      },
      localMode: devkit && { mailUrl: devkit.mailUrl, xUrl: devkit.xUrl, cardUrl: devkit.cardUrl },
    };
    const mail = started(
      openSmtpMail({ url: environment.SMTP_URL ?? `smtp://127.0.0.1:${devkit?.smtpPort}`, from: config.mailFrom, log }),
      async (each) => each.close(),
    );
    const server = started(
      await buildServer({
        config,
        log: { level: environment.LOG_LEVEL },
        databaseUrl: database.url,
        keys,
        chain,
        mail,
        webFolder: config.roles.has("web") ? join(repository, "apps/web/dist") : null,
      }),
      (each) => each.stop(),
    );
    if (chain.isEmbedded) await setUpFactory(chain, keys);
    await server.startWorkers();
    await server.app.listen({ port: ports.app, host: config.host });
    const signer = started(await buildSignerHost(server.ctx, join(repository, "apps/signer/dist")), (each) =>
      each.close(),
    );
    await signer.listen({ port: ports.signer, host: config.host });
    return { config, rpcUrl: chain.rpcUrl, devkit, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Waits for both even when one fails, so that what the other started is known and can be ended. */
const all = async <A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
};

const openDatabase = async (environment: Environment, dataDir: string): Promise<DatabaseServer> => {
  const server = environment.DATABASE_URL
    ? await useExternalDatabase(environment.DATABASE_URL)
    : await startEmbeddedDatabase({ dataDir });
  if (environment.DATABASE_URL && environment.RPC_URL) return server;
  // When another process owns this folder, it owns this PostgreSQL too: it is not ours to end.
  const lock = await lockDataFolder(server.url, dataDir);
  return {
    url: server.url,
    stop: async () => {
      await lock.release();
      await server.stop();
    },
  };
};

const standInClientId = "tribe-local";

const xOf = (environment: Environment, devkit: Devkit | null, secret: string): Config["x"] =>
  environment.X_CLIENT_ID || !devkit
    ? {
        clientId: environment.X_CLIENT_ID ?? "",
        clientSecret: environment.X_CLIENT_SECRET ?? "",
        authorizeUrl: environment.X_AUTHORIZE_URL,
        apiUrl: trimSlash(environment.X_API_URL),
      }
    : {
        clientId: standInClientId,
        clientSecret: secret,
        authorizeUrl: `${devkit.xUrl}/i/oauth2/authorize`,
        apiUrl: devkit.xUrl,
      };

const openChain = async (
  environment: Environment,
  rpcPort: number,
  dataDir: string,
  keys: Keys,
  worldAgeSeconds: number,
): Promise<Chain> => {
  const programAddress = environment.PROGRAM_ADDRESS ?? defaultProgramAddress;
  if (!isAddress(programAddress)) throw new ConfigError("PROGRAM_ADDRESS is not an address of 32 bytes");
  if (environment.RPC_URL)
    return connectChain({
      rpcUrl: trimSlash(environment.RPC_URL),
      webSocketUrl: environment.RPC_WS_URL ?? webSocketUrlOf(environment.RPC_URL),
      programAddress,
      isEmbedded: false,
    });
  return startEmbeddedChain({
    ledger: join(dataDir, "ledger"),
    rpcPort,
    programAddress,
    upgradeAuthority: keys.superAdmin.address,
    ...(worldAgeSeconds > 0
      ? { enableWarp: true, startTimeSeconds: Math.floor(Date.now() / 1000) - worldAgeSeconds }
      : {}),
  });
};

const choosePorts = async (environment: Environment) => {
  const host = environment.TRIBE_HOST;
  const taken = new Set<number>();
  const choose = async (name: string, at: string, configured: number | undefined, wanted: number, span = 1) => {
    const port = await choosePort({ name, host: at, configured, wanted, span, taken });
    for (let each = port; each < port + span; each += 1) taken.add(each);
    return port;
  };
  return {
    app: await choose("TRIBE_PORT", host, environment.TRIBE_PORT, 3000),
    signer: await choose("TRIBE_SIGNER_PORT", host, environment.TRIBE_SIGNER_PORT, 3001),
    devkit: await choose("TRIBE_DEVKIT_PORT", "127.0.0.1", environment.TRIBE_DEVKIT_PORT, 3002),
    rpc: await choose("TRIBE_RPC_PORT", "127.0.0.1", environment.TRIBE_RPC_PORT, 8899, 2),
  };
};

const trimSlash = (url: string): string => url.replace(/\/$/, "");
