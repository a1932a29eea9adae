import { ApiError, addressSchema, routes, signingHeaders } from "@tribe/contract";
import type { FastifyReply } from "fastify";
import type { AppContext } from "../../context/context.ts";
import type { Registration } from "../../http/app.ts";
import { countNetwork } from "../../http/limits/limit-networks.ts";
import { tribeImage } from "./share-cards.ts";

/** Serves a Tribe's card at `/share/token/<mint>.png`, for the preview of its links. @throws ApiError `not_found` */
export const registerShare: Registration = (app, ctx, rates) => {
  app.get<{ Params: { file: string } }>("/share/token/:file", { config: { isRated: true } }, async (request, reply) => {
    countNetwork(ctx.config, rates, "picture", request);
    const mint = addressSchema.safeParse(/^(.*)\.png$/.exec(request.params.file)?.[1]);
    if (!mint.success) throw new ApiError("not_found");
    return reply
      .header("cache-control", "public, max-age=300")
      .header("cross-origin-resource-policy", "cross-origin")
      .type("image/png")
      .send(await tribeImage(ctx, mint.data));
  });
  if (ctx.config.shareUrl === ctx.config.appUrl) return;
  app.options(`/api${routes.share.image.path}`, async (_request, reply) => {
    allowPage(ctx, reply);
    return reply
      .header("access-control-allow-methods", "POST")
      .header("access-control-allow-headers", ["accept", "content-type", ...Object.values(signingHeaders)].join(", "))
      .header("access-control-max-age", "600")
      .status(204)
      .send();
  });
};

/** CORS for the app's page, when share images have an origin of their own. */
export const allowPage = ({ config }: Pick<AppContext, "config">, reply: FastifyReply): void => {
  if (config.shareUrl === config.appUrl) return;
  reply
    .header("access-control-allow-origin", config.appUrl)
    .header("access-control-allow-credentials", "true")
    // By which a page with a wrong clock learns the time.
    .header("access-control-expose-headers", "date")
    .header("vary", "origin");
};
