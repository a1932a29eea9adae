import { setTimeout as wait } from "node:timers/promises";
import { ApiError, routes } from "@tribe/contract";
import type { FastifyRequest } from "fastify";
import type { ReadingContext } from "../../../context.ts";
import type { Commit } from "../../../http/commit.ts";
import { saga } from "../../../http/implement.ts";
import { readSessionCookie } from "../../../http/request/cookies.ts";
import { ownUrl } from "../../../http/request/own-url.ts";
import { hashOf, isSame } from "../../../secrets.ts";
import { callbackUrl } from "../callback-url.ts";
import { proxiedPicture } from "../picture-proxy.ts";
import type { XOutcome } from "../schema.ts";
import { type BegunConnection, keepOutcome, readConnectionOutcome, takeConnection } from "../states.ts";
import { readAccount } from "../x-client.ts";

type Outcome = Exclude<XOutcome, "asking">;

/** X is asked three times on a way back, for so long each at most, and what it said is written down. */
const longestMs = 35_000;
const lookAgainMs = 200;

/**
 * Takes the browser back from X, and the account when it is this browser's own connection. A browser that comes back by the
 * same `state` again, since its answer was lost or the person pressed twice, is told what came of the first time.
 */
export const xCallback = saga(routes.social.xCallback, async ({ ctx, query, request, reply, commit }) => {
  const { state, code, error } = query;
  const begun = await commit((tx) => takeConnection(tx, ctx.keys, state));
  const taken = begun ?? (await readConnectionOutcome(ctx.db, ctx.keys, state))?.begun ?? null;
  // A state that we never gave, or that came back in another browser: somebody was lured here.
  const isOurs = taken !== null && (await isBrowserOf(ctx, request, taken));
  const connecting = (way: BegunConnection) => (code && !error ? connect(ctx, commit, way, { state, code }) : "denied");
  const ending = (way: BegunConnection) => (begun ? connecting(way) : outcomeOf(ctx, state));
  const outcome: Outcome = isOurs ? await ending(taken) : "denied";
  if (begun && outcome !== "connected") await commit((tx) => keepOutcome(tx, state, outcome));
  const home = new URL("/", ctx.config.appUrl);
  const back = isOurs ? (ownUrl(ctx.config.appUrl, taken.returnTo) ?? home) : home;
  back.searchParams.set("social", outcome);
  reply.header("cache-control", "no-store").redirect(back.href, 303);
  return {};
});

/** What came of a start that another call has taken, which may still be asking X. */
const outcomeOf = async (ctx: ReadingContext, state: string): Promise<Outcome> => {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const found = await readConnectionOutcome(ctx.db, ctx.keys, state);
    // Whoever asked X may have died of it.
    if (!found || performance.now() > deadline) return "denied";
    const { outcome, begun } = found;
    if (outcome === "connected") return (await ctx.ports.people.byUid(ctx.db, begun.uid))?.twitter ? outcome : "denied";
    if (outcome !== "asking") return outcome;
    await wait(lookAgainMs);
  }
};

/** The session still lives, and its cookie came along. */
const isBrowserOf = async (ctx: ReadingContext, request: FastifyRequest, begun: BegunConnection): Promise<boolean> => {
  const session = await ctx.ports.callers.session(begun.sessionId);
  return session !== null && isSame(session.cookieHash, hashOf(readSessionCookie(request, ctx.config)));
};

const connect = async (
  ctx: ReadingContext,
  commit: Commit,
  begun: BegunConnection,
  { state, code }: { readonly state: string; readonly code: string },
): Promise<Outcome> => {
  try {
    const grant = { code, verifier: begun.verifier, redirectUri: callbackUrl(ctx) };
    const { account, pictureUrl } = await readAccount(ctx.config.x, grant);
    const picture = pictureUrl && proxiedPicture(ctx, pictureUrl);
    await commit(async (tx) => {
      await ctx.ports.peopleEditor.setTwitter(tx, begun.uid, account, picture);
      await keepOutcome(tx, state, "connected");
    });
    return "connected";
  } catch (error) {
    if (error instanceof ApiError && error.code === "social_taken") return "taken";
    ctx.log.warn({ err: error }, "an X account could not be connected");
    return "denied";
  }
};
