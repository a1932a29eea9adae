import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";

/** `/healthz`: the process lives. `/readyz`: it can do its work, database and chain included. */
export const registerHealth = (app: FastifyInstance, ctx: AppContext): void => {
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const check = async (work: Promise<unknown>): Promise<"ok" | "failed"> =>
      work.then(
        () => "ok",
        () => "failed",
      );
    const [database, chain] = await Promise.all([
      check(ctx.db.execute(sql`select 1`)),
      check(ctx.chain.rpc.getSlot().send({ abortSignal: AbortSignal.timeout(2_000) })),
    ]);
    const isReady = database === "ok" && chain === "ok";
    return reply
      .status(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: isReady ? "ready" : "not ready", database, chain });
  });
};
