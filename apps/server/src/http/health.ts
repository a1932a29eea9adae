import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context/context.ts";

const freshForMs = 1_000;

/** `/healthz`: the process runs. `/readyz`: it can do its work, with database and chain. */
export const registerHealth = (app: FastifyInstance, ctx: AppContext): void => {
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  const askAll = async () => {
    const check = async (work: Promise<unknown>): Promise<"ok" | "failed"> =>
      work.then(
        () => "ok",
        () => "failed",
      );
    const [database, chain] = await Promise.all([
      check(ctx.db.execute(sql`select 1`)),
      check(ctx.chain.rpc.getSlot().send({ abortSignal: AbortSignal.timeout(2_000) })),
    ]);
    return { database, chain };
  };
  // More frequent requests get the cached answer, without load on the database and the chain.
  let last: { readonly at: number; readonly answer: ReturnType<typeof askAll> } | null = null;
  app.get("/readyz", async (_request, reply) => {
    if (last === null || ctx.now() - last.at >= freshForMs) last = { at: ctx.now(), answer: askAll() };
    const { database, chain } = await last.answer;
    const isReady = database === "ok" && chain === "ok";
    return reply
      .status(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: isReady ? "ready" : "not ready", database, chain });
  });
};
