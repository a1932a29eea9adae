import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseEnv, promisify } from "node:util";
import { defaultProgramAddress } from "@tribe/chain/accounts";
import { type Devkit, startDevkit } from "@tribe/devkit";
import { startEmbeddedChain } from "../../../apps/server/src/engines/chain/embedded.ts";
import { startEmbeddedDatabase } from "../../../apps/server/src/engines/database/embedded.ts";
import { openFileKeys, openSuperAdmin } from "../../../apps/server/src/engines/keys/embedded.ts";
import { type Role, roles } from "../../../apps/server/src/settings/roles.ts";
import { chainCommand } from "../../../apps/server/src/testing/chain-command.ts";
import type { Certificate, ProxySettings } from "../../../scripts/deploy/proxy-rules.ts";
import { proxySettingsOf } from "../../../scripts/deploy/proxy-settings.ts";
import { ensurePrograms } from "../../../scripts/lib/debian.mjs";
import { freePorts } from "../product/ports.ts";
import { type Container, giveToContainer, prepareMounts, runInContainer, startContainer } from "./container.ts";
import { makeCertificate, startNats, startStorage } from "./services.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Resolved by the browser's own rules, and inside the containers by their /etc/hosts. */
const host = "tribe.test";

/** A production installation of the image's roles, each a container of its own, without a proxy. */
export interface Installation {
  readonly appUrl: string;
  readonly signerUrl: string;
  readonly mailUrl: string;
  readonly rpcUrl: string;
  readonly https: number;
  readonly certificate: Certificate;
  /** For the proxy's configuration. */
  readonly proxy: ProxySettings;
  readonly folder: string;
  readonly containers: Readonly<Record<Role, Container>>;
  /** From the start of each role's process to its first `ready`, ms. */
  readonly readyMs: Readonly<Record<Role, number>>;
  /** Where each role answers without the proxy. */
  readonly ports: Readonly<Record<Role, number>>;
  output(): string;
  stop(): Promise<void>;
}

/** `npm run set-up` as an operator runs it: once, then the files are filled in, then again. */
const setUp = async (
  folder: string,
  fill: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
) => {
  const once = () => run("npm", ["run", "-s", "set-up", "--", folder, host, "systemd"], { cwd: root });
  const refused = await once().then(
    () => "",
    (error: { stderr: string }) => error.stderr,
  );
  if (!refused.includes("Fill in below"))
    throw new Error(`the first run asks for what is missing, but said: ${refused}`);
  const file = join(folder, "tribe.env");
  const lines = Object.entries({ ...parseEnv(await readFile(file, "utf8")), ...fill });
  await writeFile(file, lines.map(([name, value]) => `${name}=${value}\n`).join(""));
  for (const [name, text] of Object.entries(secrets)) await writeFile(join(folder, "secrets/all", name), text);
  await once();
  return parseEnv(await readFile(file, "utf8"));
};

/** What only a local chain does. Resolves when the balance is there. */
const giveSol = async (rpcUrl: string, address: string, lamports: number): Promise<void> => {
  const ask = async (method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
    return (await answer.json()) as { readonly result?: { readonly value?: number } }; // by its specification
  };
  await ask("requestAirdrop", [address, lamports]);
  while (((await ask("getBalance", [address, { commitment: "confirmed" }])).result?.value ?? 0) < lamports)
    await wait(100);
};

/** The database and its accounts, as an operator makes them by psql. @returns the database's name */
const makeDatabase = async (databaseUrl: string, folder: string): Promise<string> => {
  const { psql } = await ensurePrograms({ psql: "postgresql-client" }, "the database's accounts");
  const name = "tribe_image";
  const at = [databaseUrl, "-q", "-v", "ON_ERROR_STOP=1", "-v", `database=${name}`];
  await run(psql, [...at, "-f", join(root, "deploy/postgres/roles.sql")]);
  await run(psql, [...at, "-f", join(folder, "secrets/postgres/passwords.sql")]);
  return name;
};

/**
 * Starts every role from the image's files, with PostgreSQL, NATS, an S3 server, the local chain and the stand-ins beside them, each set
 * up by the scripts that operators use.
 */
export const startInstallation = async (files: string): Promise<Installation> => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-image-"));
  await chmod(folder, 0o755);
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await start(files, folder, ends)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const start = async (
  files: string,
  folder: string,
  ends: (() => Promise<unknown>)[],
): Promise<Omit<Installation, "stop">> => {
  const started = <Started extends { stop(): Promise<unknown> }>(one: Started): Started => {
    ends.push(() => one.stop());
    return one;
  };
  const [webPort = 0, keysPort = 0, realtimePort = 0, workerPort = 0, indexerPort = 0] = await freePorts(5);
  const ports = { web: webPort, keys: keysPort, realtime: realtimePort, worker: workerPort, indexer: indexerPort };
  // The chain's PubSub takes the port after the last one.
  const [https = 0, http = 0, nats = 0, storage = 0, rpc = 0] = await freePorts(5);
  const appUrl = `https://${host}:${https}`;
  const signerUrl = `https://signer.${host}:${https}`;
  const filesUrl = `https://files.${host}:${https}`;
  const certificate = await makeCertificate(folder, host);

  const superAdmin = await openSuperAdmin(join(folder, "installation/keys/all"));
  const [database, chain] = await Promise.all([
    startEmbeddedDatabase({ dataDir: join(folder, "postgres"), isDisposable: true }),
    startEmbeddedChain({
      ledger: join(folder, "ledger"),
      rpcPort: rpc,
      programAddress: defaultProgramAddress,
      upgradeAuthority: superAdmin.address,
      ...(await chainCommand()),
    }),
  ]);
  ends.push(
    () => database.stop(),
    () => chain.close(),
  );
  const secrets = { x: "x".repeat(32), card: "c".repeat(32), webhook: "wk_live" };
  const devkit: Devkit = started(
    await startDevkit({
      port: 0,
      host: "127.0.0.1",
      dataDir: join(folder, "devkit"),
      rpcUrl: chain.rpcUrl,
      appUrl,
      x: { clientId: "tribe", clientSecret: secrets.x },
      google: { clientId: "tribe", clientSecret: secrets.x },
      card: {
        publishableKey: "pk_live",
        secretKey: secrets.card,
        webhookKey: secrets.webhook,
        webhookUrl: `http://127.0.0.1:${webPort}/api/webhooks/card`,
      },
    }),
  );
  const installation = join(folder, "installation");
  const env = await setUp(
    installation,
    {
      TRIBE_PUBLIC_URL: appUrl,
      TRIBE_SIGNER_URL: signerUrl,
      SOLANA_CLUSTER: "custom",
      RPC_URL: chain.rpcUrl,
      NATS_URL: `nats://127.0.0.1:${nats}`,
      S3_ENDPOINT: filesUrl,
      X_CLIENT_ID: "tribe",
      X_AUTHORIZE_URL: `${devkit.xUrl}/i/oauth2/authorize`,
      X_API_URL: devkit.xUrl,
      MOONPAY_PUBLISHABLE_KEY: "pk_live",
      MOONPAY_URL: devkit.cardUrl,
      COINBASE_API_URL: devkit.ratesUrl,
      TRIBE_LIVE_ADDRESS: "127.0.0.1",
    },
    {
      SMTP_URL: `smtp://127.0.0.1:${devkit.smtpPort}`,
      X_CLIENT_SECRET: secrets.x,
      MOONPAY_SECRET_KEY: secrets.card,
      MOONPAY_WEBHOOK_KEY: secrets.webhook,
    },
  );
  const databaseName = await makeDatabase(database.url, installation);
  const { port } = new URL(database.url);
  for (const role of ["owner", ...roles]) {
    const file = join(installation, "secrets", role, "DATABASE_URL");
    // The set-up expects PostgreSQL at its usual port.
    const url = (await readFile(file, "utf8")).replace("127.0.0.1:5432/tribe", `127.0.0.1:${port}/${databaseName}`);
    await writeFile(file, url);
  }
  started(await startNats(nats));
  const secret = await readFile(join(installation, "secrets/all/S3_SECRET_ACCESS_KEY"), "utf8");
  started(await startStorage(storage, { folder: join(folder, "s3"), key: "tribe", secret, bucket: "tribe" }));

  const hosts = join(folder, "hosts");
  await writeFile(hosts, `127.0.0.1 localhost ${host} signer.${host} files.${host}\n`);
  await chmod(hosts, 0o644);
  const socketFolder = join(folder, "co-signer");
  await mkdir(socketFolder);
  await giveToContainer(socketFolder, join(installation, "keys"), join(installation, "secrets"));
  await prepareMounts(files, ["/run/secrets", "/run/tribe", "/run/tls.pem", "/etc/hosts"]);

  const containerOf = (
    name: string,
    command: readonly string[],
    data: string,
    more: Readonly<Record<string, string>>,
  ) => {
    const secretFolder = join(installation, "secrets", name);
    return {
      files,
      command,
      env: { NODE_ENV: "production", TRIBE_DATA_DIR: "/var/lib/tribe", NODE_EXTRA_CA_CERTS: "/run/tls.pem", ...more },
      mounts: [
        { from: secretFolder, to: "/run/secrets", isReadOnly: true },
        { from: hosts, to: "/etc/hosts", isReadOnly: true },
        { from: certificate.chain, to: "/run/tls.pem", isReadOnly: true },
        { from: socketFolder, to: "/run/tribe" },
        { from: data, to: "/var/lib/tribe", isReadOnly: name !== "keys" && name !== "owner" },
      ],
    };
  };
  const secretNames = ["DATABASE_URL", "SMTP_URL", "VAPID_PRIVATE_KEY", "X_CLIENT_SECRET", "MOONPAY_SECRET_KEY"];
  const files_ = [...secretNames, "MOONPAY_WEBHOOK_KEY", "S3_SECRET_ACCESS_KEY", "TRIBE_METRICS_TOKEN"];
  const fromFiles = Object.fromEntries(files_.map((name) => [`${name}_FILE`, `/run/secrets/${name}`]));
  const settings = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));

  const runOnce = (...command: readonly string[]) =>
    runInContainer(
      containerOf("owner", command, join(installation, "keys/all"), {
        TRIBE_MODE: "local",
        RPC_URL: chain.rpcUrl,
        DATABASE_URL_FILE: "/run/secrets/DATABASE_URL",
      }),
    );
  await runOnce("migrate");
  const { admin } = await openFileKeys(join(installation, "keys/all"), { use: ["admin"], mayMake: false });
  for (const { address } of [admin, superAdmin]) await giveSol(chain.rpcUrl, address, 10_000_000_000);
  await runOnce("operator", "setup-factory");

  const startRole = (role: Role): Container =>
    startContainer(
      containerOf(role, [role], join(installation, "keys", role), {
        ...settings,
        ...fromFiles,
        TRIBE_MODE: "production",
        TRIBE_PORT: String(ports[role]),
        TRIBE_KEYS_SOCKET: "/run/tribe/co-signer.sock",
        TRIBE_DRAIN_SECONDS: "0",
      }),
    );
  const containers = Object.fromEntries(roles.map((role) => [role, started(startRole(role))])) as Record<
    Role,
    Container
  >; // one of each
  const readyMs = Object.fromEntries(
    await Promise.all(roles.map(async (role) => [role, await readyAfter(role, containers[role], ports[role])])),
  ) as Record<Role, number>; // one of each
  return {
    ...{ appUrl, signerUrl, https, certificate, folder, containers, readyMs, ports },
    mailUrl: devkit.mailUrl,
    rpcUrl: chain.rpcUrl,
    proxy: {
      ...proxySettingsOf({
        ...env,
        TRIBE_WEB_AT: `127.0.0.1:${ports.web}`,
        TRIBE_KEYS_AT: `127.0.0.1:${ports.keys}`,
        TRIBE_REALTIME_AT: `127.0.0.1:${ports.realtime}`,
        TRIBE_S3_AT: `127.0.0.1:${storage}`,
      }),
      listen: { http: `127.0.0.1:${http}`, https: `127.0.0.1:${https}` },
      signerFolder: join(installation, "signer"),
      certificates: { app: certificate, signer: certificate },
    },
    output: () => roles.map((role) => `${role}: ${containers[role].output()}`).join("\n"),
  };
};

/** Waits until a role is ready; @returns how long its process then runs, ms */
const readyAfter = async (role: Role, container: Container, port: number): Promise<number> => {
  let hasEnded = false;
  void container.ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return container.age();
    if (hasEnded) throw new Error(`${role} ended with ${await container.ended}:\n${container.output()}`);
    await wait(50);
  }
};
