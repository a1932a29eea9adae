import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../settings/config.ts";

/**
 * The session's cookie. It authorises nothing: where a browser arrives by navigation and cannot sign the call (an OAuth
 * callback), it identifies the browser of that session.
 */
const nameOf = (config: Pick<Config, "isTls">): string => (config.isTls ? "__Host-tribe-session" : "tribe-session");

/** Sets the cookie; an empty value removes it. */
export const setSessionCookie = (
  reply: FastifyReply,
  config: Pick<Config, "isTls">,
  value: string,
  expiresAt: Date,
): void => {
  reply.setCookie(nameOf(config), value, {
    httpOnly: true,
    sameSite: "lax",
    secure: config.isTls,
    path: "/",
    expires: expiresAt,
  });
};

/** The cookie's value, empty when there is none. */
export const readSessionCookie = (request: FastifyRequest, config: Pick<Config, "isTls">): string =>
  request.cookies[nameOf(config)] ?? "";
