import {
  type AnswerOf,
  ApiError,
  addressSchema,
  type FirstData,
  firstListLimit,
  type QueryOf,
  type Route,
  routes,
} from "@tribe/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { AppContext } from "../../context/context.ts";
import type { RouteImplementation } from "../implement.ts";
import { readTarget } from "../request/target.ts";
import { isPlace } from "./preview.ts";

/** After this time the page is sent without its data, so that nobody waits. */
const timeoutMs = 1_000;

export interface PageRequest {
  readonly ctx: AppContext;
  readonly implementations: readonly RouteImplementation[];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const settingsSchema = z.pick(routes.market.list.query, { tab: true, window: true });

/** The data that the page at this address shows first, for a visitor, and whether the address is missing. */
export interface FirstAnswer {
  readonly data: FirstData;
  readonly isMissing: boolean;
}

/** Reads what the page shows first. Data that fails or takes too long is absent, and does not count as missing. */
export type ReadFirstData = (page: PageRequest) => Promise<FirstAnswer>;

/**
 * Creates a {@link ReadFirstData}. If the settings are late, as they ask the chain and the database what is paused, the page gets
 * those that were read last: without them its banners would appear later and move everything below.
 */
export const createFirstData = (): ReadFirstData => {
  let settings: AnswerOf<typeof routes.system.config> | null = null;
  return async (page) => {
    const { data, isMissing } = await firstDataOf(page);
    settings = data.config ?? settings;
    return { data: { ...data, ...(settings ? { config: settings } : {}) }, isMissing };
  };
};

const firstDataOf: ReadFirstData = async (page) => {
  const { path, query: asked } = readTarget(page.request.raw.url);
  const [, kind, named] = /^\/(token|chat|user)\/([^/]+)$/.exec(path) ?? [];
  const address = z.safeParse(addressSchema, named);
  const settings = z.safeParse(settingsSchema, Object.fromEntries(asked));
  const { tab, window } = settings.success ? settings.data : { tab: "leaderboard" as const, window: "all" as const };
  const search = (asked.get("q") ?? "").trim();
  // The page loads a sorted listing by itself: links seldom lead to one.
  const isHome = path === "/" && search === "" && !asked.has("sort") && !asked.has("order");
  const query = { tab, window, limit: firstListLimit };
  const nothing = { kind: "absent" } as const;
  const [config, rates, list, lives, token, user] = await Promise.all([
    answer(page, routes.system.config, undefined),
    answer(page, routes.rates.latest, undefined),
    isHome ? answer(page, routes.market.list, query) : nothing,
    isHome ? answer(page, routes.live.now, undefined) : nothing,
    address.success && kind !== "user" ? answer(page, routes.market.profile, { mint: address.data }) : nothing,
    address.success && kind === "user" ? answer(page, routes.identity.userProfile, { address: address.data }) : nothing,
  ]);
  return {
    data: {
      ...(config.kind === "here" ? { config: config.value } : {}),
      ...(rates.kind === "here" && rates.value.rate ? { rate: rates.value.rate } : {}),
      ...(list.kind === "here" ? { list: { tab, window, search, page: list.value } } : {}),
      ...(lives.kind === "here" ? { lives: lives.value } : {}),
      ...(token.kind === "here" ? { token: token.value } : {}),
      ...(user.kind === "here" ? { user: user.value } : {}),
    },
    isMissing:
      !isPlace(path) || (kind !== undefined && !address.success) || token.kind === "missing" || user.kind === "missing",
  };
};

/** `missing`: the route found nothing; `absent`: not requested, no answer, or too late. */
type Answered<Value> =
  | { readonly kind: "here"; readonly value: Value }
  | { readonly kind: "missing" }
  | { readonly kind: "absent" };

/** A route's answer for a visitor who is not signed in. */
const answer = async <R extends Route>(
  { ctx, implementations, request, reply }: PageRequest,
  route: R,
  query: QueryOf<R>,
): Promise<Answered<AnswerOf<R>>> => {
  const implementation = implementations.find((each) => each.route === route);
  if (implementation?.kind !== "query") return { kind: "absent" };
  const late = new Promise<{ kind: "absent" }>((resolve) => setTimeout(resolve, timeoutMs, { kind: "absent" }).unref());
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
  const asked = work.then(
    // The implementation's answer has its own route's type.
    (value): Answered<AnswerOf<R>> => ({ kind: "here", value: value as AnswerOf<R> }),
    (err: unknown): Answered<AnswerOf<R>> => {
      if (err instanceof ApiError && err.code === "not_found") return { kind: "missing" };
      // A chain that does not answer: the page requests the data itself and shows the error.
      ctx.log.debug({ err, path: route.path }, "a page goes out without this part of its first data");
      return { kind: "absent" };
    },
  );
  return Promise.race([asked, late]);
};
