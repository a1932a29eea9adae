import { ApiError } from "@tribe/contract";
import type { ReadingContext } from "../../context.ts";
import type { Registration } from "../../http/app.ts";
import { countNetwork } from "../../http/limits/limit-networks.ts";
import { readTarget } from "../../http/request/target.ts";
import { isSame } from "../../secrets.ts";
import { fetchPicture } from "./fetch-picture.ts";

/**
 * A picture's path on our own origin. It carries our MAC, so that the proxy fetches only what we named. A picture on
 * X's own API host is named by its path alone: the stand-in's port may be another one after a restart.
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
    const params = readTarget(request.raw.url).query;
    const source = Buffer.from(params.get("u") ?? "", "base64url").toString();
    const isOurs = isSame(Buffer.from(params.get("s") ?? ""), Buffer.from(ctx.keys.mac("image", source)));
    if (!source || !isOurs) throw new ApiError("not_found");
    const url = source.startsWith("x:") ? new URL(source.slice(2), apiOrigin(ctx)) : new URL(source);
    const { bytes, type } = await fetchPicture(url, apiOrigin(ctx));
    return reply
      .type(type)
      .header("cache-control", "public, max-age=86400")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cross-origin-resource-policy", "same-site")
      .send(bytes);
  });
};
