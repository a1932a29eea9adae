import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { traceWith } from "../context/tracing.ts";
import { requireMigrated } from "../db/migration-state.ts";
import { setUpFactory } from "../engines/chain/set-up-factory.ts";
import { serveCoSigner } from "../engines/co-signer/serve.ts";
import { waitForCoSigner } from "../engines/co-signer/wait-for-co-signer.ts";
import { openFiles } from "../engines/files/open.ts";
import { findMismatchedKeys } from "../engines/keys/check-keys.ts";
import { openSuperAdmin } from "../engines/keys/embedded.ts";
import { openSmtpMail } from "../engines/mail/smtp.ts";
import { openVapidKeys } from "../engines/push/vapid-keys.ts";
import { openWebPush } from "../engines/push/web-push.ts";
import { waitingConnections } from "../http/limits/limits.ts";
import { buildSignerHost } from "../http/signer-host.ts";
import { repository } from "../process/programs.ts";
import type { Config } from "../settings/config.ts";
import { isPrivateHost } from "../settings/encrypted-links.ts";
import { ConfigError, dataDirOf, type Environment } from "../settings/environment.ts";
import { parseRoles, rolesToRun } from "../settings/roles.ts";
import { buildServer } from "./build-server.ts";
import { checkFactoryAdmin, readHasCompression, refuseMainnet } from "./check-chain.ts";
import { choosePorts, type Ports, writeChosenPorts } from "./choose-port.ts";
import { closeHost } from "./close-host.ts";
import { finalConfig, kmsOf, originsOf, vapidOf } from "./final-config.ts";
import { createLogger } from "./logger.ts";
import { both, openChain, openDatabase } from "./open-engines.ts";
import { openRoleKeys } from "./role-keys.ts";
import { type LocalKit, needsStandIns, standInCardKey, standInClientId, wantedWorld } from "./stand-ins.ts";
import { untilAnswered } from "./until-answered.ts";
import { watchEngines } from "./watch-engines.ts";

/** Options of a start beside the environment. */
export interface StartOptions {
  readonly environment: Environment;
  /** Value of `--roles`. */
  readonly roles?: string | undefined;
  /** Omits the example world, which the first start of an embedded installation otherwise creates. */
  readonly isEmpty: boolean;
  /** Called only in local mode, if any part of it is needed. */
  readonly loadLocalKit: () => Promise<LocalKit>;
  /**
   * Called once ports are chosen and engines run: with the ports that a restart after a crash reuses, and the processes whose
   * end it waits for.
   */
  readonly onEngines: (engines: { readonly ports: Ports; readonly pids: readonly number[] }) => void;
  /** Called with sentences about long steps of a start, and about missing parts that it continues without. */
  readonly onNotice: (line: string) => void;
  /** Called when PostgreSQL or the embedded chain ended by itself; the installation is unusable then. */
  readonly onEngineEnd: (name: string) => void;
}

/** A running installation. */
export interface RunningTribe {
  readonly config: Config;
  readonly rpcUrl: string;
  /** Stops everything in the reverse order of its start. `isUrgent`: running calls get a moment, the world none. */
  stop(options: StopOptions): Promise<void>;
}

interface StopOptions {
  readonly isUrgent: boolean;
}

const worldTimeoutMs = 5_000;

/**
 * Starts the whole installation in order: keys, database and chain, stand-ins, server, workers, hosts. If a step fails,
 * everything started before is stopped again. @throws ConfigError and DatabaseStartError with a message for the operator.
 */
export const startTribe = async (options: StartOptions): Promise<RunningTribe> => {
  const { environment } = options;
  const ends: ((options: StopOptions) => Promise<unknown>)[] = [];
  const stop = async (how: StopOptions): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end(how).catch(() => undefined);
  };
  const started = <Part>(part: Part, end: (part: Part, options: StopOptions) => Promise<unknown>): Part => {
    ends.push((how) => end(part, how));
    return part;
  };
  try {
    const dataDir = dataDirOf(environment);
    await mkdir(dataDir, { recursive: true });
    const log = createLogger(environment.LOG_LEVEL, { role: options.roles ?? environment.TRIBE_ROLES });
    const tracesTo = environment.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (tracesTo !== undefined) {
      // Its library takes a moment to load, which nobody should wait for who wants no traces.
      const { openOtlpTraces } = await import("../engines/traces/otlp.ts");
      const tracer = openOtlpTraces({
        endpoint: tracesTo,
        share: environment.OTEL_TRACES_SAMPLER_ARG,
        role: options.roles ?? environment.TRIBE_ROLES ?? "all",
      });
      traceWith(tracer);
      started(tracer, async (each) => {
        traceWith(null);
        await each.stop();
      });
    }
    const hasStandIns = needsStandIns(environment);
    const mayHaveWorld = environment.TRIBE_MODE === "local" && !options.isEmpty;
    const localKit = hasStandIns || mayHaveWorld ? await options.loadLocalKit() : null;
    const worldFolder = localKit && mayHaveWorld ? await wantedWorld(localKit, environment, dataDir) : null;
    const ports = await choosePorts(environment);
    const { appUrl } = originsOf(environment, ports);
    const roles = rolesToRun(parseRoles(options.roles ?? environment.TRIBE_ROLES), environment);
    const keys = await openRoleKeys(dataDir, {
      mode: environment.TRIBE_MODE,
      roles,
      // The stand-ins' secrets are derived from it.
      alsoUses: hasStandIns ? ["mac"] : [],
      kms: kmsOf(environment),
    });

    const startedAgoSeconds = localKit && worldFolder !== null ? localKit.worldAgeSeconds : null;
    // Each takes a second or two, and they are independent.
    const [database, chain] = await both(
      untilAnswered(() => openDatabase(environment, dataDir), options.onNotice).then((server) =>
        started(server, (each) => each.stop()),
      ),
      openChain(environment, { rpcPort: ports.rpc, dataDir, startedAgoSeconds, onNotice: options.onNotice }).then(
        (each) => started(each, (open) => open.close()),
      ),
    );

    if (environment.TRIBE_MODE === "production")
      await untilAnswered(() => requireMigrated(database.url), options.onNotice);

    // For the operator's commands.
    if (chain.isEmbedded) await writeChosenPorts(dataDir, ports);

    const engines = [
      { name: "PostgreSQL", pid: database.pid },
      { name: "the embedded chain", pid: chain.pid },
    ].flatMap(({ name, pid }) => (pid === null ? [] : [{ name, pid }]));
    started(
      watchEngines(engines, ({ name }) => options.onEngineEnd(name)),
      async (watch) => watch.stop(),
    );
    options.onEngines({ ports, pids: engines.map(({ pid }) => pid) });

    const usesAdmin = roles.has("keys") || roles.has("worker");
    await untilAnswered(async () => {
      await refuseMainnet(chain, environment, roles);
      if (!chain.isEmbedded && usesAdmin) await checkFactoryAdmin(chain, keys.admin.address, environment);
    }, options.onNotice);

    const standInSecret = (name: string): string => (hasStandIns ? keys.mac("token", `stand-in ${name}`) : "");
    const secrets = {
      ...{ x: standInSecret("x"), google: standInSecret("google") },
      card: { secretKey: standInSecret("card"), webhookKey: standInSecret("card webhooks") },
      mail: hasStandIns ? `whsec_${Buffer.from(standInSecret("mail")).toString("base64")}` : null,
    };
    const webhookUrl = (name: string): string => `http://127.0.0.1:${ports.app}/api/webhooks/${name}`;
    const startStandIns = (kit: LocalKit) =>
      kit.startDevkit({
        port: ports.devkit,
        host: "127.0.0.1",
        dataDir: join(dataDir, "devkit"),
        rpcUrl: chain.rpcUrl,
        appUrl,
        x: { clientId: standInClientId, clientSecret: secrets.x },
        google: { clientId: standInClientId, clientSecret: secrets.google },
        card: { ...secrets.card, publishableKey: standInCardKey, webhookUrl: webhookUrl("card") },
        mail: { secret: secrets.mail ?? "", webhookUrl: webhookUrl("mail") },
        onProblem: ({ part, error }) => log.warn({ err: error, part }, "a stand-in has a problem"),
      });
    const standIns = localKit && hasStandIns ? started(await startStandIns(localKit), (each) => each.stop()) : null;
    const hasCompression = await readHasCompression(chain);
    const config = finalConfig(environment, { dataDir, roles, ports, chain, hasCompression, standIns, secrets });

    const smtpUrl = environment.SMTP_URL ?? `smtp://127.0.0.1:${standIns?.smtpPort}`;
    const mustEncrypt =
      config.mode === "production" && !isPrivateHost(new URL(smtpUrl).hostname, environment.TRIBE_PRIVATE_HOSTS);
    const mail = started(openSmtpMail({ url: smtpUrl, from: config.mailFrom, log, mustEncrypt }), async (each) =>
      each.close(),
    );
    const vapid =
      vapidOf(environment) ??
      (await openVapidKeys(dataDir, `mailto:${/<(.+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`));
    const push = started(openWebPush({ vapid, trustedOrigin: standIns?.pushOrigin ?? null, log }), async (each) =>
      each.close(),
    );
    const files = started(await openFiles(config), async (each) => each.close());
    const webFolder = config.roles.has("web") ? join(repository, "apps/web/dist") : null;
    // When another process has the admin's key, that process has compared it with the factory's.
    const coSigner =
      roles.has("web") && !roles.has("keys")
        ? await untilAnswered(() => waitForCoSigner(config.coSigner.askAt, log), options.onNotice)
        : null;
    const parts = {
      ...(coSigner ? { coSigner } : {}),
      config,
      log,
      databaseUrl: database.url,
      ...(database.poolerUrl === undefined ? {} : { poolerUrl: database.poolerUrl }),
      keys,
      chain,
      mail,
      push,
      files,
      webFolder,
    };
    const server = started(await buildServer(parts), (each, how) => each.stop(how));
    const strange = await findMismatchedKeys(server.ctx.db, keys);
    if (strange.length > 0)
      throw new ConfigError(
        `This database was set up with other keys than those in ${dataDir}/keys (${strange.join(", ")}). ` +
          "Put the right ones there, or set TRIBE_DATA_DIR to their folder: what they sealed opens with nothing else.",
      );
    // On our own chain the start acts as the operator, too, with the admin's key if it is open here.
    if (chain.isEmbedded && usesAdmin) {
      await setUpFactory(chain, { admin: keys.admin, superAdmin: await openSuperAdmin(dataDir) });
      await checkFactoryAdmin(chain, keys.admin.address, environment);
    }
    await server.startWorkers();
    if (roles.has("keys") && !roles.has("web"))
      started(await serveCoSigner(server.ctx.coSigner, config.coSigner.serveAt, log), (each) => each.stop());
    await server.app.listen({ port: ports.app, host: config.host, backlog: waitingConnections });
    if (config.servesSigner) {
      const signer = await buildSignerHost(server.ctx, join(repository, "apps/signer/dist"));
      started(signer, (each, { isUrgent }) => closeHost(each, isUrgent));
      await signer.listen({ port: ports.signer, host: config.host });
    }

    if (localKit && worldFolder && standIns && config.roles.has("web")) {
      const world = localKit.startWorld({ appUrl, rpcUrl: chain.rpcUrl, folder: worldFolder }, (err) =>
        log.warn({ err }, "the example world is not finished; the next start goes on with it"),
      );
      started(world, (each, { isUrgent }) =>
        Promise.race([each.stop(), wait(isUrgent ? 0 : worldTimeoutMs, undefined, { ref: false })]),
      );
    }
    return { config, rpcUrl: chain.rpcUrl, stop };
  } catch (error) {
    await stop({ isUrgent: true });
    throw error;
  }
};
