import { ApiError, type Route } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { AppContext } from "../context.ts";
import type { Executor } from "../db/client.ts";
import { sendCompressed } from "./compress.ts";
import { allowSigner } from "./cors.ts";
import type { RouteImplementation } from "./implement.ts";
import { countNetwork } from "./limit-networks.ts";
import { parseBody, parseQuery } from "./parse.ts";
import { callsPerMinute, type Rates } from "./rates.ts";
import { verifyCaller } from "./verify.ts";

/** Characters from which on an answer is compressed: a phone waits longer for a history of 150 KB than for all else. */
const longAnswer = 4_096;

/** Registers one route: network rate → proof → caller's rate → parse → handler (in its transaction) → answer. */
export const registerRoute = (
  app: FastifyInstance,
  ctx: AppContext,
  rates: Rates,
  { route, handler, transaction }: RouteImplementation,
): void => {
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    config: { isRated: true },
    handler: async (request, reply) => {
      if (route.caller === "wallet") allowSigner(ctx, reply);
      countNetwork(ctx.config, rates, route.rate, request);
      const caller = await verifyCaller(ctx, route, request);
      if (caller.deviceId) rates.count(`${route.rate}:device:${caller.deviceId}`, callsPerMinute[route.rate]);
      const query = parseQuery(route, request);
      const body = parseBody(route, request);

      const { nonce } = caller;
      const nonceInsert = () => (nonce ? ctx.ports.callers.nonceInsert(nonce.owner, nonce.value) : sql`select 1`);
      const takeNonce = async (tx: Executor): Promise<void> => {
        if (nonce && (await tx.execute(nonceInsert())).rows.length === 0) throw new ApiError("request_replayed");
      };
      const after: (() => Promise<void>)[] = [];
      const run = (tx: Executor, take: (tx: Executor) => Promise<void>) =>
        handler({
          ctx,
          // Parsed by this very route's schemas; `implement` typed the handler by them.
          query: query as never,
          body: body as never,
          session: caller.session,
          deviceId: caller.deviceId,
          tx,
          takeNonce: take,
          nonceInsert,
          afterCommit: (work) => after.push(work),
          request,
          reply,
        });
      const answer =
        transaction === "command"
          ? await ctx.db.transaction(async (tx) => {
              await takeNonce(tx);
              return run(tx, async () => undefined);
            })
          : await run(ctx.db, transaction === "own" ? takeNonce : async () => undefined);
      for (const work of after)
        await work().catch((err: unknown) => ctx.log.error({ err, path: route.path }, "work after a commit failed"));
      if (reply.sent) return reply;
      return sendAnswer(request, reply, route, answer);
    },
  });
};

const sendAnswer = (request: FastifyRequest, reply: FastifyReply, route: Route, answer: unknown) => {
  // The schema checks the handler's answer itself.
  const text = JSON.stringify(z.encode(route.answer, answer as never));
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
  // Only what every visitor may read: the length of a compressed secret would tell something of it.
  const isOpen = route.method === "GET" && (route.caller === "public" || route.caller === "device");
  return isOpen && text.length >= longAnswer ? sendCompressed(request, reply, text) : reply.send(text);
};
