import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context/context.ts";
import { startOutboxTail } from "../engines/bus/outbox-tail.ts";
import { startJobRunner } from "../engines/jobs/graphile.ts";
import { buildApp } from "../http/app.ts";
import { createMissingRecords } from "../modules/wallet/index.ts";
import { buildContext, type ContextParts } from "./build-context.ts";
import { closeHost } from "./close-host.ts";
import { collectModules } from "./modules/collect-modules.ts";
import { createPorts } from "./modules/ports.ts";

/** The server's own part of an installation: context, HTTP and workers, on engines that already run. */
export interface Server {
  readonly ctx: AppContext;
  readonly app: FastifyInstance;
  /** Starts outbox, jobs and workers of the configured roles. */
  startWorkers(): Promise<void>;
  /** Stops in order: says for a while that it drains, refuses new requests, finishes running ones, stops the workers, closes connections. */
  stop(options?: { readonly isUrgent: boolean }): Promise<void>;
}

export interface ServerOptions extends Omit<ContextParts, "ports"> {
  /** Folder of the built page; null serves none. */
  readonly webFolder: string | null;
}

/** Builds the server; it listens when its `app` is told to. */
export const buildServer = async (options: ServerOptions): Promise<Server> => {
  const { ctx, sideDb, close } = await buildContext({ ...options, ports: createPorts });
  if (ctx.config.roles.has("keys"))
    await createMissingRecords(ctx).catch(async (error: unknown) => {
      await close();
      throw error;
    });
  const modules = collectModules(ctx, sideDb);
  let isDraining = false;
  const app = await buildApp(ctx, { ...modules, webFolder: options.webFolder, isDraining: () => isDraining });
  const running: { stop(): Promise<void> }[] = [];
  return {
    ctx,
    app,
    startWorkers: async () => {
      running.push(await startOutboxTail(ctx));
      if (modules.jobs.length > 0) running.push(await startJobRunner(ctx, modules.jobs));
      for (const worker of modules.workers)
        if (ctx.config.roles.has(worker.role)) running.push(await worker.start(ctx));
    },
    stop: async ({ isUrgent } = { isUrgent: false }) => {
      isDraining = true;
      if (!isUrgent) await wait(ctx.config.drainSeconds * 1_000);
      await closeHost(app, isUrgent);
      for (const part of running.splice(0).reverse())
        await part.stop().catch((err: unknown) => ctx.log.error({ err }, "a worker did not end in order"));
      await close();
    },
  };
};
