import { ApiError } from "@tribe/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../context/context.ts";
import { readTarget } from "../../../http/request/target.ts";
import { payloadOf } from "../../../http/request/verify.ts";
import { readUnsubscribeToken, unsubscribe } from "./unsubscribe-link.ts";

/** The path to which a mail provider posts when somebody presses its unsubscribe button. */
export const oneClickPath = "/api/unsubscribe";

/**
 * One-click unsubscription (RFC 8058): the POST changes the setting, without sign-in, cookie or redirect; repeating it has no
 * effect. A GET changes nothing, because programs that check links open it; it leads a person to the page that asks.
 */
export const registerUnsubscribe = (app: FastifyInstance, ctx: AppContext): void => {
  const tokenOf = (url: string | undefined): string => readTarget(url).query.get("token")?.slice(0, 1_000) ?? "";
  app.post(oneClickPath, async (request, reply) => {
    const body = new URLSearchParams(new TextDecoder().decode(payloadOf(request)));
    if (body.get("List-Unsubscribe") !== "One-Click")
      throw new ApiError("bad_request", { message: "The body must say List-Unsubscribe=One-Click (RFC 8058)" });
    const unsubscription = readUnsubscribeToken(ctx, tokenOf(request.raw.url));
    await ctx.db.transaction((tx) => unsubscribe(tx, unsubscription, new Date(ctx.now())));
    return reply.header("cache-control", "no-store").send();
  });
  app.get(oneClickPath, async (request, reply) =>
    reply.redirect(`/unsubscribe?token=${encodeURIComponent(tokenOf(request.raw.url))}`, 303),
  );
};
