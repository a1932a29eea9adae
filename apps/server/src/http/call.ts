import { ApiError, type Route } from "@tribe/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { AppContext } from "../context/context.ts";
import { type Commit, createCommit, type Nonce } from "./commit.ts";
import { sendCompressed } from "./compress.ts";
import { allowSigner, isSigners } from "./cors.ts";
import type { CommandInput, RouteImplementation } from "./implement.ts";
import { networkRate } from "./limits/limit-networks.ts";
import { callsPerMinute, type Rates } from "./limits/rates.ts";
import type { SharedRates } from "./limits/shared-rates.ts";
import { parseBody, parseQuery } from "./request/parse.ts";
import { verifyCaller } from "./request/verify.ts";

/** Answers of at least this many characters are compressed: a history of 150 KB is the longest wait on a phone. */
const longAnswer = 4_096;

/** Registers one route: network limit → authentication → caller's limit → parse → handler (in its transaction) → answer. */
export const registerRoute = (
  app: FastifyInstance,
  ctx: AppContext,
  { rates, sharedRates }: { readonly rates: Rates; readonly sharedRates: SharedRates },
  implementation: RouteImplementation,
): void => {
  const { route } = implementation;
  // What guards money, mail and sign-in must not grow with the number of processes, nor begin anew with each start.
  const { count } = route.rate === "sensitive" ? sharedRates : rates;
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    config: { isRated: true },
    handler: async (request, reply) => {
      if (isSigners(route)) allowSigner(ctx, reply);
      await count(...networkRate(ctx.config, route.rate, request));
      const caller = await verifyCaller(ctx, route, request);
      if (caller.deviceId) await count(`${route.rate}:device:${caller.deviceId}`, callsPerMinute[route.rate]);
      const query = parseQuery(route, request);
      const body = parseBody(route, request);

      const { session, deviceId, nonce } = caller;
      const nonceInsert = nonce && ctx.ports.callers.nonceInsert(nonce.owner, nonce.value);
      // Parsed with this very route's schemas, from which the handler's types come.
      const call = { query: query as never, body: body as never, session, deviceId, request, reply };
      const commit = createCommit(ctx.db, nonceInsert);
      const answer = await answerOf(ctx, implementation, call, { nonce, commit });
      if (reply.sent) return reply;
      return sendAnswer(request, reply, implementation, answer);
    },
  });
};

type Call = Omit<CommandInput<Route>, "ctx" | "tx">;

/** Runs a handler as its kind requires. */
const answerOf = async (
  ctx: AppContext,
  implementation: RouteImplementation,
  call: Call,
  { nonce, commit }: { readonly nonce: Nonce | null; readonly commit: Commit },
) => {
  switch (implementation.kind) {
    case "query":
      return implementation.handler({ ...call, ctx, tx: ctx.db });
    case "command":
      return commit((tx) => implementation.handler({ ...call, ctx, tx }));
    case "saga":
      return implementation.handler({ ...call, ctx, commit });
    case "batched": {
      const answer = await implementation.handler({ ...call, ctx, nonce });
      if (answer === null) throw new ApiError("request_replayed");
      return answer;
    }
  }
};

const sendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  implementation: RouteImplementation,
  answer: unknown,
) => {
  const { route } = implementation;
  // Such a route's schema is one of bytes.
  if (route.produces) return reply.header("cache-control", "no-store").type(route.produces).send(answer);
  // The schema checks the handler's answer itself.
  const encode = implementation.kind === "query" ? implementation.encode : null;
  const text = encode ? encode(answer as never) : JSON.stringify(z.encode(route.answer, answer as never));
  const caching = route.cacheSeconds > 0 ? `public, max-age=${route.cacheSeconds}` : "no-store";
  reply.header("cache-control", caching).type("application/json; charset=utf-8");
  // Only public data: the length of a compressed secret would reveal something about it.
  const isOpen = route.method === "GET" && (route.caller === "public" || route.caller === "device");
  return isOpen && text.length >= longAnswer ? sendCompressed(request, reply, text) : reply.send(text);
};
