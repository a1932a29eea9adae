import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, type ApiCall, type Credentials, createApiClient, routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context/context.ts";
import { findPgbouncer, startPgbouncer, type TestPooler } from "../db/testing/pgbouncer.ts";
import { connectChain } from "../engines/chain/connect.ts";
import type { Chain } from "../engines/chain/port.ts";
import { openFolder } from "../engines/files/folder.ts";
import type { Files } from "../engines/files/port.ts";
import { startJobRunner } from "../engines/jobs/graphile.ts";
import { openFileKeys } from "../engines/keys/embedded.ts";
import type { Keys } from "../engines/keys/port.ts";
import { mailJob } from "../engines/mail/mail-job.ts";
import type { Mail, MailMessage } from "../engines/mail/port.ts";
import type { Push } from "../engines/push/port.ts";
import { endSessionJob } from "../modules/identity/index.ts";
import { endDevicesJob, forgetFormerKeyJob, recoveryMailJob, stopWaitJob } from "../modules/wallet/index.ts";
import type { Config } from "../settings/config.ts";
import { buildServer } from "../start/build-server.ts";
import { createLogger } from "../start/logger.ts";
import { checkRights } from "./check-rights.ts";
import { freePort } from "./free-port.ts";
import { openTestDatabase } from "./test-database.ts";

/** A server in this process, on a database of its own in a real PostgreSQL, with mails caught in memory. */
export interface TestApp {
  readonly ctx: AppContext;
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly mails: MailMessage[];
  /** The log, as JSON lines. */
  readonly logs: string[];
  /** Moves the server's clock, ms. */
  readonly clock: { offset: number };
  /** A registered device without a person. */
  newDevice(): Promise<TestDevice>;
  /** A person who signed in with a mailed code. */
  newPerson(email?: string): Promise<TestDevice & { readonly email: string }>;
  stop(): Promise<void>;
}

/** A browser: its credentials, cookies and signed caller. */
export interface TestDevice {
  credentials: Credentials;
  /** `name=value; …`, as a browser sends them. */
  cookie: string;
  readonly call: ApiCall;
}

/** Options that replace a test server's defaults. */
export interface TestAppOptions {
  readonly config?: Partial<Config> | ((origin: string) => Partial<Config>);
  /** Keys that a chain was set up with; by default new ones. */
  readonly keys?: Keys;
  /** A running chain; by default one that never answers. */
  readonly chain?: Chain;
  /** Fills the database before the server first opens it. */
  readonly prepareDatabase?: (url: string) => Promise<void>;
  /** By default mails are caught in memory. */
  readonly mail?: Mail;
  /** By default no push service is used. */
  readonly push?: Push;
  /** By default a folder of the test's own. */
  readonly files?: Files;
  /** Puts a PgBouncer in transaction mode before the database, with this many connections to it. */
  readonly poolSize?: number;
  /** Also starts outbox, jobs and workers. */
  readonly withWorkers?: boolean;
}

/** A push service that is never called. */
const noPush: Push = {
  applicationServerKey: "",
  isUsable: () => false,
  send: async () => ({ kind: "gone", status: 404 }),
  close: () => undefined,
};

const program = "11111111111111111111111111111111" as Address; // never called: the default chain does not answer

/**
 * Server and devices are one process with one clock, which a test may set: no answer corrects it. Node's own `Date` header does
 * not follow a clock that is set so.
 */
const sharedClock = { now: () => Date.now(), correct: () => false, isInDoubt: () => false };

/** Starts a server for a test file; `stop` ends all of it and removes its data. */
export const startTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const dataDir = await mkdtemp(join(tmpdir(), "tribe-server-"));
  const database = await openTestDatabase({ isEmpty: options.prepareDatabase !== undefined });
  const pooler = await openPooler(database.url, options.poolSize);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const mails: MailMessage[] = [];
  const logs: string[] = [];
  const clock = { offset: 0 };
  const open = async () => {
    await options.prepareDatabase?.(database.url);
    return buildServer({
      config: {
        ...testConfig(dataDir, origin),
        ...(options.chain ? { signerRpcUrl: options.chain.rpcUrl } : {}),
        ...(typeof options.config === "function" ? options.config(origin) : options.config),
      },
      log: createLogger("info", { destination: { write: (line) => void logs.push(line) } }),
      databaseUrl: database.url,
      ...(pooler ? { poolerUrl: pooler.url } : {}),
      keys: options.keys ?? (await openFileKeys(dataDir)),
      chain:
        options.chain ?? connectChain({ rpcUrl: "http://127.0.0.1:9", programAddress: program, isEmbedded: false }),
      mail: options.mail ?? { send: async (message) => void mails.push(message), close: () => undefined },
      push: options.push ?? noPush,
      now: () => Date.now() + clock.offset,
      files: options.files ?? (await openFolder(join(dataDir, "files"))),
      webFolder: null,
    });
  };
  const server = await open().catch(async (error: unknown) => {
    // The test gets no handle with which it could stop the database.
    await pooler?.stop();
    await database.stop();
    throw error;
  });
  // Without workers, mails must still be sent.
  const mailer = options.withWorkers
    ? null
    : await startJobRunner(server.ctx, [
        ...[mailJob, recoveryMailJob, endDevicesJob, endSessionJob, forgetFormerKeyJob, stopWaitJob],
      ]);
  if (options.withWorkers) await server.startWorkers();
  checkRights(server.app);
  await server.app.listen({ port, host: "127.0.0.1" });

  const newDevice = async (): Promise<TestDevice> => {
    const anonymous = createApiClient({ origin, clock: sharedClock, credentials: () => null });
    const { deviceId, deviceSecret } = await anonymous(routes.identity.createDevice, {});
    const device: TestDevice = {
      credentials: { deviceId, deviceSecret },
      cookie: "",
      call: createApiClient({
        origin,
        clock: sharedClock,
        credentials: () => device.credentials,
        fetch: async (input, init) => {
          const headers = new Headers(init?.headers);
          if (device.cookie) headers.set("cookie", device.cookie);
          const response = await fetch(input, { ...init, headers });
          const fresh = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
          if (fresh.length > 0) device.cookie = fresh.join("; ");
          return response;
        },
      }),
    };
    return device;
  };
  return {
    ctx: server.ctx,
    app: server.app,
    origin,
    mails,
    logs,
    clock,
    newDevice,
    newPerson: async (email = `person-${crypto.randomUUID()}@example.test`) => {
      const device = await newDevice();
      await device.call(routes.identity.startEmail, { body: { email } });
      const session = await device.call(routes.identity.verifyEmail, {
        body: { email, code: await codeFor({ ctx: server.ctx, mails }, email) },
      });
      device.credentials = { ...device.credentials, session };
      return Object.assign(device, { email });
    },
    stop: async () => {
      await mailer?.stop();
      await server.stop();
      await pooler?.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** A whole run of the tests can be made behind a pooler: `TRIBE_TEST_POOL_SIZE=4`. @throws Error without PgBouncer */
const openPooler = async (
  databaseUrl: string,
  poolSize = Number(process.env.TRIBE_TEST_POOL_SIZE ?? 0),
): Promise<TestPooler | null> => {
  if (poolSize === 0) return null;
  const path = findPgbouncer();
  if (!path) throw new Error("PgBouncer isn't here: install Debian's package pgbouncer");
  return startPgbouncer(path, databaseUrl, poolSize);
};

/** The newest code mailed to an address, once all mails are out. @throws Error when there is none. */
export const codeFor = async ({ ctx, mails }: Pick<TestApp, "ctx" | "mails">, email: string): Promise<string> => {
  await mailsSent(ctx);
  const code = mails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => text.match(/^[0-9]{6}$/m)?.[0] ?? [])
    .at(-1);
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
};

/** The newest link mailed to an address, once all mails are out. @throws Error when there is none. */
export const linkFor = async ({ ctx, mails }: Pick<TestApp, "ctx" | "mails">, email: string): Promise<string> => {
  await mailsSent(ctx);
  const found = mails.flatMap(({ to, text }) => (to === email ? (text.match(/^https?:\S+$/m) ?? []) : []));
  const link = found.at(-1);
  if (!link) throw new Error(`no link was mailed to ${email}`);
  return link;
};

/** Waits until no mail is queued, nor a job that creates one. @throws Error after a minute. */
export const mailsSent = async ({ db }: Pick<AppContext, "db">): Promise<void> => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { rows } = await db.execute(sql`
      select from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier in ('mail.send', 'wallet.recoveryMail', 'wallet.endDevices', 'wallet.stopWait')`);
    if (rows.length === 0) return;
    if (Date.now() > deadline) throw new Error("mails were not sent");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** A test server's settings, with its data in this folder. */
export const testConfig = (dataDir: string, origin: string): Config => ({
  mode: "local",
  host: "127.0.0.1",
  dataDir,
  roles: new Set(["web", "keys", "realtime", "worker", "indexer"]),
  servesSigner: true,
  trustProxy: 0,
  drainSeconds: 0,
  appUrl: origin,
  uploadUrl: origin,
  shareUrl: origin,
  s3: null,
  clamdUrl: null,
  newAddressMailsPerMinute: 120,
  metricsToken: "a token of the tests",
  live: {
    bindAddress: "127.0.0.1",
    publicAddress: null,
    ports: null,
    maxStreams: 2_000,
    stunUrl: null,
    turn: null,
    liveKit: null,
  },
  keysUrl: origin,
  coSigner: {
    askAt: { kind: "socket", path: join(dataDir, "keys.sock") },
    serveAt: { kind: "socket", path: join(dataDir, "keys.sock") },
  },
  signerUrl: "http://signer.localhost:3001",
  isTls: false,
  databaseConnections: 32,
  natsUrl: null,
  rpcPublicUrl: "http://127.0.0.1:8899",
  signerRpcUrl: "http://127.0.0.1:8899",
  signerSecondRpcUrl: null,
  rpcPublicWebSocketUrl: "ws://127.0.0.1:8900",
  cluster: "custom",
  explorerUrl: "https://explorer.solana.com",
  swap: { provider: "pool" },
  hasCompression: false,
  lookupTable: null,
  compressionUrl: null,
  mailFrom: "Tribe <no-reply@example.test>",
  operatorMail: null,
  mailWebhookSecret: "whsec_dGVzdHMgc2lnbiBieSB0aGlz",
  signInMethods: ["email"],
  x: {
    clientId: "id",
    clientSecret: "x-secret",
    authorizeUrl: "http://127.0.0.1:9/authorize",
    apiUrl: "http://127.0.0.1:9",
  },
  google: null,
  farcaster: { relayUrl: "http://127.0.0.1:9", rpcUrl: "http://127.0.0.1:9" },
  card: {
    pageUrl: "http://127.0.0.1:9",
    publishableKey: "pk_test",
    secretKey: "card-secret",
    webhookKey: "card-webhooks",
  },
  bridgeUrl: null,
  rates: null,
  localMode: null,
});
