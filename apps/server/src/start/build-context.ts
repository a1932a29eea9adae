import { join } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import type { AppContext } from "../context/context.ts";
import type { Ports } from "../context/ports.ts";
import { chatConnections, createDatabase, createPool, type Database } from "../db/client.ts";
import { migrateDatabase } from "../db/migrate-database.ts";
import { createInProcessBus } from "../engines/bus/in-process.ts";
import { createNatsCarrier } from "../engines/bus/nats.ts";
import { createWakeUp, outboxChannel } from "../engines/bus/wake-up.ts";
import { connectChain } from "../engines/chain/connect.ts";
import type { Chain } from "../engines/chain/port.ts";
import { createLocalCoSigner } from "../engines/co-signer/local-co-signer.ts";
import type { CoSigner } from "../engines/co-signer/port.ts";
import { openCoSignRateLimiter } from "../engines/co-signer/rate-limiter.ts";
import { connectCompression } from "../engines/compression/photon.ts";
import type { Files } from "../engines/files/port.ts";
import { createJobs } from "../engines/jobs/graphile.ts";
import type { Keys } from "../engines/keys/port.ts";
import type { Mail } from "../engines/mail/port.ts";
import type { Push } from "../engines/push/port.ts";
import { connectCoinbase } from "../engines/rates/coinbase.ts";
import { connectClamd } from "../engines/scanner/clamd.ts";
import { openWalletFolder } from "../engines/wallet-store/folder.ts";
import { countedCoSigner, countedFiles, countedMail, countedPush } from "../metrics/count-failures.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { watchPools } from "../metrics/watch-pools.ts";
import type { Config } from "../settings/config.ts";

/** The inputs for the modules' ports. */
export interface PortParts {
  readonly db: Database;
  readonly keys: Keys;
  readonly chain: Chain;
  readonly log: Logger;
  readonly now: () => number;
}

/** Everything that must be decided before the context is built. */
export interface ContextParts {
  readonly config: Config;
  readonly log: Logger;
  /** PostgreSQL itself. */
  readonly databaseUrl: string;
  /** A pooler in transaction mode in front of it, which then gets all that needs no connection of its own. */
  readonly poolerUrl?: string;
  readonly keys: Keys;
  readonly chain: Chain;
  /** For a co-signer in another process; by default this process has the key. */
  readonly coSigner?: CoSigner;
  readonly mail: Mail;
  readonly push: Push;
  readonly files: Files;
  readonly now?: () => number;
  /** Builds the ports that modules offer each other. */
  readonly ports: (parts: PortParts) => Ports;
}

/** The context, and a function that closes its connections. */
export interface BuiltContext {
  readonly ctx: AppContext;
  /** A second small pool, for work that must stay outside of a command's transaction. */
  readonly sideDb: Database;
  close(): Promise<void>;
}

const sideConnections = 6;
/** Behind a pooler: the job queue's, of which each fetches for all its workers, and one for each lock of a session. */
const directConnections = 8;

/** A connection sends nothing until it is asked. */
const walletNodesOf = ({ chain, config }: ContextParts): AppContext["walletNodes"] => {
  const { rpcUrl, programAddress } = chain;
  const { signerRpcUrl } = config;
  if (signerRpcUrl === rpcUrl) return [chain];
  return [chain, connectChain({ rpcUrl: signerRpcUrl, programAddress, isEmbedded: false })];
};

/**
 * Builds the one context that handlers and workers share. In local mode it migrates the database; in production an operator has
 * (docs/decisions/0218-migrations-are-a-step-of-their-own.md).
 */
export const buildContext = async (parts: ContextParts): Promise<BuiltContext> => {
  const { log, databaseUrl, poolerUrl, keys } = parts;
  if (parts.config.mode === "local") await migrateDatabase(databaseUrl, log);
  const onError = (err: Error): void => log.warn({ err }, "an idle database connection broke");
  // The side pool sends the wake-ups for the other pools' commits; it never waits for a transaction.
  const notify = (channel: string, sender: string) => sidePool.query("select pg_notify($1, $2)", [channel, sender]);
  const wakeUp = createWakeUp(async (channel, sender) => {
    if (nats) await nats.tell(sender).catch(() => notify(channel, sender));
    else await notify(channel, sender);
  }, log);
  const { natsUrl } = parts.config;
  const nats = natsUrl ? createNatsCarrier(natsUrl, outboxChannel, wakeUp.heard, log) : null;
  const isPooled = poolerUrl !== undefined;
  const open = (max: number, plansOnce = false) =>
    createPool(poolerUrl ?? databaseUrl, { max, onError, onEvents: wakeUp.committed, plansOnce, isPooled });
  const openDirect = (max: number) => createPool(databaseUrl, { max, onError, onEvents: wakeUp.committed });
  const pool = open(parts.config.databaseConnections);
  const sessionPool = isPooled ? openDirect(directConnections) : pool;
  // Never through the pooler: transactions that hold all of its connections would wait for a side statement, and it for theirs.
  const sidePool = openDirect(sideConnections);
  // Its statements look up lists of sends by their keys: the values make no difference to the plan.
  const chatPool = open(chatConnections, true);
  const db = createDatabase(pool);
  const metrics = createMetrics(parts.config.roles);
  watchPools(metrics.registry, {
    main: pool,
    side: sidePool,
    chat: chatPool,
    ...(isPooled ? { session: sessionPool } : {}),
  });
  const now = parts.now ?? Date.now;
  const { dataDir } = parts.config;
  const coSigner =
    parts.coSigner ??
    createLocalCoSigner({
      ...{ keys, log },
      program: parts.chain.programAddress,
      rateLimiter: await openCoSignRateLimiter(join(dataDir, "co-signed"), now),
    });
  const ctx: AppContext = {
    config: parts.config,
    log,
    metrics,
    db,
    pool: sessionPool,
    databaseUrl,
    chatDb: createDatabase(chatPool),
    keys,
    walletStore: openWalletFolder(join(dataDir, "wallet-versions")),
    coSigner: countedCoSigner(coSigner),
    bus: createInProcessBus(log),
    wakeUp,
    jobs: createJobs(),
    chain: parts.chain,
    walletNodes: walletNodesOf(parts),
    compression: connectCompression(parts.config.compressionUrl ?? parts.chain.rpcUrl),
    mail: countedMail(parts.mail, metrics),
    push: countedPush(parts.push, metrics),
    files: countedFiles(parts.files, metrics),
    scanner: parts.config.clamdUrl === null ? null : connectClamd(parts.config.clamdUrl),
    rates: parts.config.rates && connectCoinbase({ ...parts.config.rates, now }),
    ports: parts.ports({ db, keys, chain: parts.chain, log, now }),
    now,
  };
  const end = (each: pg.Pool) => each.end();
  return {
    ctx,
    sideDb: createDatabase(sidePool),
    close: async () => {
      await wakeUp.idle();
      await nats?.close();
      await Promise.all([...new Set([pool, sessionPool, sidePool, chatPool])].map(end));
    },
  };
};
