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
import { type BegunConnection, takeConnection } from "../states.ts";
import { readAccount } from "../x-client.ts";

type Outcome = "connected" | "denied" | "taken";

/** Takes the browser back from X, and the account when it is this browser's own connection. */
export const xCallback = saga(routes.social.xCallback, async ({ ctx, query, request, reply, commit }) => {
  const begun = await commit((tx) => takeConnection(tx, ctx.keys, query.state));
  // A state that we never gave, or that came back in another browser: somebody was lured here.
  const isOurs = begun !== null && (await isBrowserOf(ctx, request, begun));
  const outcome: Outcome =
    isOurs && query.code && !query.error ? await connect(ctx, commit, begun, query.code) : "denied";
  const home = new URL("/", ctx.config.appUrl);
  const back = isOurs ? (ownUrl(ctx.config.appUrl, begun.returnTo) ?? home) : home;
  back.searchParams.set("social", outcome);
  reply.header("cache-control", "no-store").redirect(back.href, 303);
  return {};
});

/** The session still lives, and its cookie came along. */
const isBrowserOf = async (ctx: ReadingContext, request: FastifyRequest, begun: BegunConnection): Promise<boolean> => {
  const session = await ctx.ports.callers.session(begun.sessionId);
  return session !== null && isSame(session.cookieHash, hashOf(readSessionCookie(request, ctx.config)));
};

const connect = async (ctx: ReadingContext, commit: Commit, begun: BegunConnection, code: string): Promise<Outcome> => {
  try {
    const grant = { code, verifier: begun.verifier, redirectUri: callbackUrl(ctx) };
    const { account, pictureUrl } = await readAccount(ctx.config.x, grant);
    const picture = pictureUrl && proxiedPicture(ctx, pictureUrl);
    await commit((tx) => ctx.ports.peopleEditor.setTwitter(tx, begun.uid, account, picture));
    return "connected";
  } catch (error) {
    if (error instanceof ApiError && error.code === "social_taken") return "taken";
    ctx.log.warn({ err: error }, "an X account could not be connected");
    return "denied";
  }
};
