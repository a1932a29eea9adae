import { type Route, routes } from "@tribe/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { AppContext } from "../context/context.ts";

const ofMailedLink: ReadonlySet<Route> = new Set([
  routes.wallet.finishRecovery,
  routes.wallet.cancelRecovery,
  routes.wallet.stopRecovery,
  routes.wallet.finishProof,
  routes.wallet.confirmEmail,
  routes.wallet.stopEmail,
]);

/** Whether the signer's origin calls this route itself. */
export const isSigners = (route: Route): boolean => route.caller === "wallet" || ofMailedLink.has(route);

/** Lets the signer's frame, and no other origin, read the answer of a wallet route; it sends no cookies. */
export const allowSigner = (ctx: AppContext, reply: FastifyReply): void => {
  reply.header("access-control-allow-origin", ctx.config.signerUrl).header("vary", "origin");
};

/** Answers the CORS preflight of each wallet route that this process serves. */
export const registerPreflight = (app: FastifyInstance, ctx: AppContext, served: readonly Route[]): void => {
  const paths = new Set(served.flatMap((route) => (isSigners(route) ? [route.path] : [])));
  for (const path of paths)
    app.options(`/api${path}`, async (_request, reply) => {
      allowSigner(ctx, reply);
      return reply
        .header("access-control-allow-methods", "GET, POST")
        .header("access-control-allow-headers", "authorization, content-type, accept")
        .header("access-control-max-age", "600")
        .status(204)
        .send();
    });
};
