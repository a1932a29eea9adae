import type pg from "pg";
import type { Logger } from "pino";
import type { Database, Reader } from "../db/client.ts";
import type { Bus } from "../engines/bus/port.ts";
import type { WakeUp } from "../engines/bus/wake-up.ts";
import type { Chain } from "../engines/chain/port.ts";
import type { CoSigner } from "../engines/co-signer/port.ts";
import type { Compression } from "../engines/compression/port.ts";
import type { Files } from "../engines/files/port.ts";
import type { Jobs } from "../engines/jobs/port.ts";
import type { Keys } from "../engines/keys/port.ts";
import type { Mail } from "../engines/mail/port.ts";
import type { Push } from "../engines/push/port.ts";
import type { RatesProvider } from "../engines/rates/port.ts";
import type { Scanner } from "../engines/scanner/port.ts";
import type { WalletStore } from "../engines/wallet-store/port.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Config } from "../settings/config.ts";
import type { Ports } from "./ports.ts";

/** Everything that handlers and workers need, built once at start. */
export interface AppContext {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Database;
  /** For the job queue and for session-level locks, never through a pooler; queries use `db`. */
  readonly pool: pg.Pool;
  /** PostgreSQL itself, for connections of one's own: never a pooler. */
  readonly databaseUrl: string;
  /** Only for chat sends: a crowd in one chat takes no connection from other work. */
  readonly chatDb: Database;
  readonly bus: Bus;
  readonly wakeUp: WakeUp;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly walletStore: WalletStore;
  readonly coSigner: CoSigner;
  readonly chain: Chain;
  /**
   * The nodes that must agree before a wallet's key share or former key is let go without a wait, or a sale lends allowance: ours,
   * and where another one is set for the wallet's frame (`SIGNER_RPC_URL`), that one, too.
   */
  readonly walletNodes: readonly Pick<Chain, "rpc" | "readTransactions">[];
  readonly compression: Compression;
  readonly mail: Mail;
  readonly push: Push;
  readonly files: Files;
  /** Null when none is configured. */
  readonly scanner: Scanner | null;
  /** Null when rates are off. */
  readonly rates: RatesProvider | null;
  readonly ports: Ports;
  /** Milliseconds since 1970; tests can move it. */
  readonly now: () => number;
}

/** The context of a saga and of the functions that it calls: read-only, so that every write uses the saga's `commit`. */
export interface ReadingContext extends Omit<AppContext, "db" | "pool" | "databaseUrl" | "chatDb"> {
  readonly db: Reader;
}

/** A part that runs beside the API (an indexer, a rebroadcaster). `stop` leaves nothing half-done. */
export interface Worker {
  readonly name: string;
  /** The role that runs it (`TRIBE_ROLES`). */
  readonly role: "web" | "realtime" | "worker" | "indexer";
  start(ctx: AppContext): Promise<{ stop(): Promise<void> }>;
}
