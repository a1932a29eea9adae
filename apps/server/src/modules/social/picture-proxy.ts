import { ApiError } from "@tribe/contract";
import type { AppContext, ReadingContext } from "../../context/context.ts";
import { isSame } from "../../crypto/secrets.ts";
import type { Registration } from "../../http/app.ts";
import { countNetwork } from "../../http/limits/limit-networks.ts";
import { readTarget } from "../../http/request/target.ts";
import type { Picture } from "./fetch-picture.ts";
import { outsidePicture } from "./outside-pictures.ts";

/**
 * A picture's path on our own origin. It has our MAC, so that the proxy fetches only what we named. A picture on X's own API host
 * is named by its path only, because the stand-in's port may change with a restart.
 */
export const proxiedPicture = (ctx: ReadingContext, url: string): string => {
  const parsed = new URL(url);
  const source = parsed.origin === apiOrigin(ctx) ? `x:${parsed.pathname}${parsed.search}` : parsed.href;
  return `/img?${new URLSearchParams({ u: Buffer.from(source).toString("base64url"), s: ctx.keys.mac("image", source) })}`;
};

const apiOrigin = (ctx: ReadingContext): string => new URL(ctx.config.x.apiUrl).origin;

/** Serves pictures at `/img?u=…&s=…`. @throws ApiError `not_found` */
export const registerPictureProxy: Registration = (app, ctx, rates) => {
  app.get("/img", { config: { isRated: true } }, async (request, reply) => {
    // Each may be a fetch from outside.
    countNetwork(ctx.config, rates, "picture", request);
    const { bytes, type } = await fetchProxied(ctx, readTarget(request.raw.url).query);
    return reply
      .type(type)
      .header("cache-control", "public, max-age=86400")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cross-origin-resource-policy", "same-site")
      .send(bytes);
  });
};

/** The picture for such a path, or for an https URL. @throws ApiError `not_found`, `unavailable` */
export const pictureBytes = async (ctx: AppContext, path: string): Promise<Buffer> =>
  path.startsWith("/img?")
    ? (await fetchProxied(ctx, readTarget(path).query)).bytes
    : (await outsidePicture(ctx, { source: path, url: new URL(path), trustedOrigin: apiOrigin(ctx) })).bytes;

const fetchProxied = async (ctx: AppContext, params: URLSearchParams): Promise<Picture> => {
  const source = Buffer.from(params.get("u") ?? "", "base64url").toString();
  const isOurs = isSame(Buffer.from(params.get("s") ?? ""), Buffer.from(ctx.keys.mac("image", source)));
  if (!source || !isOurs) throw new ApiError("not_found");
  const trustedOrigin = apiOrigin(ctx);
  const url = source.startsWith("x:") ? new URL(source.slice(2), trustedOrigin) : new URL(source);
  return outsidePicture(ctx, { source, url, trustedOrigin });
};
