import {
  type AnswerOf,
  addressSchema,
  type FirstData,
  firstListLimit,
  type QueryOf,
  type Route,
  routes,
} from "@tribe/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import type { RouteImplementation } from "../implement.ts";
import { readTarget } from "../request/target.ts";

/** A page without its data is better than one that keeps somebody waiting. */
const timeoutMs = 1_000;

export interface PageRequest {
  readonly ctx: AppContext;
  readonly implementations: readonly RouteImplementation[];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const settingsSchema = z.pick(routes.market.list.query, { tab: true, window: true });

/** What the page at this address shows first, as a visitor gets it. What fails or takes too long is absent. */
export const firstDataOf = async (page: PageRequest): Promise<FirstData> => {
  const { path, query: asked } = readTarget(page.request.raw.url);
  const mint = z.safeParse(addressSchema, /^\/(?:token|chat)\/([^/]+)$/.exec(path)?.[1]);
  const settings = z.safeParse(settingsSchema, Object.fromEntries(asked));
  const { tab, window } = settings.success ? settings.data : { tab: "leaderboard" as const, window: "all" as const };
  const search = (asked.get("q") ?? "").trim();
  const isHome = path === "/" && search === "";
  const query = { tab, window, limit: firstListLimit };
  const [config, list, token] = await Promise.all([
    answer(page, routes.system.config, undefined),
    isHome ? answer(page, routes.market.list, query) : null,
    mint.success ? answer(page, routes.market.profile, { mint: mint.data }) : null,
  ]);
  return {
    ...(config ? { config } : {}),
    ...(list ? { list: { tab, window, search, page: list } } : {}),
    ...(token ? { token } : {}),
  };
};

/** A route's own answer to somebody who is not signed in; null when there is none, or not in time. */
const answer = async <R extends Route>(
  { ctx, implementations, request, reply }: PageRequest,
  route: R,
  query: QueryOf<R>,
): Promise<AnswerOf<R> | null> => {
  const implementation = implementations.find((each) => each.route === route);
  if (implementation?.kind !== "query") return null;
  const late = new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null).unref());
  const work = implementation.handler({
    ctx,
    query,
    body: undefined,
    session: null,
    deviceId: null,
    tx: ctx.db,
    request,
    reply,
  });
  // A token that is not there, a chain that does not answer: the page asks itself and says so.
  const asked = work.catch((err: unknown) => {
    ctx.log.debug({ err, path: route.path }, "a page goes out without this part of its first data");
    return null;
  });
  // The implementation answers what its own route says.
  return (await Promise.race([asked, late])) as AnswerOf<R> | null;
};
