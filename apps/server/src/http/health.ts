import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context/context.ts";
import type { Role } from "../settings/roles.ts";

const freshForMs = 1_000;
/** A load balancer asks every few seconds, and counts a late answer as a failed one. */
const checkTimeoutMs = 2_000;

type Dependency = "database" | "chain";
type Answer = "ok" | "failed";

/** Roles that answer people: without the chain they say so where it matters, and chat, pages and wallets go on. */
const answersPeople: readonly Role[] = ["web", "realtime", "keys"];

/** What a process with these roles can do nothing useful without. */
const neededBy = (roles: ReadonlySet<Role>): readonly Dependency[] =>
  answersPeople.some((role) => roles.has(role)) || !roles.has("indexer") ? ["database"] : ["database", "chain"];

/** The work's outcome within the time that a check may take. */
const check = (work: Promise<unknown>): Promise<Answer> =>
  Promise.race([
    work.then(
      () => "ok" as const,
      () => "failed" as const,
    ),
    new Promise<Answer>((resolve) => setTimeout(() => resolve("failed"), checkTimeoutMs).unref()),
  ]);

/**
 * `/healthz`: the process runs. `/readyz`: it can do its roles' work (200: `ready`, or `degraded` while a part is missing that others
 * can do without), or not (503: `not ready`, or `draining` before it stops).
 */
export const registerHealth = (app: FastifyInstance, ctx: AppContext, isDraining: () => boolean): void => {
  const needed = neededBy(ctx.config.roles);
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  const checkDependencies = async (): Promise<Readonly<Record<Dependency, Answer>>> => {
    const [database, chain] = await Promise.all([
      check(ctx.db.execute(sql`select 1`)),
      check(ctx.chain.rpc.getSlot().send({ abortSignal: AbortSignal.timeout(checkTimeoutMs) })),
    ]);
    return { database, chain };
  };
  // More frequent requests get the cached answer, without load on the database and the chain.
  let last: { readonly at: number; readonly answer: ReturnType<typeof checkDependencies> } | null = null;
  app.get("/readyz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    if (isDraining()) return reply.status(503).send({ status: "draining" });
    if (last === null || ctx.now() - last.at >= freshForMs) last = { at: ctx.now(), answer: checkDependencies() };
    const answers = await last.answer;
    const isReady = needed.every((dependency) => answers[dependency] === "ok");
    const isWhole = answers.database === "ok" && answers.chain === "ok";
    const status = isReady ? (isWhole ? "ready" : "degraded") : "not ready";
    return reply.status(isReady ? 200 : 503).send({ status, ...answers });
  });
};
