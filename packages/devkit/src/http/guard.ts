import type { FastifyInstance } from "fastify";

/**
 * Answers only requests to our own host names. Otherwise a web page could point its own name at 127.0.0.1 (DNS rebinding) and
 * read sign-in codes from the inbox.
 */
export const guardHost = (app: FastifyInstance, ownNames: readonly string[]): void => {
  const names = new Set(["localhost", "127.0.0.1", "[::1]", ...ownNames.map((name) => name.toLowerCase())]);
  app.addHook("onRequest", async (request, reply) => {
    const name = (request.headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
    if (!names.has(name)) {
      await reply.code(421).send({ error: "misdirected_request", error_description: "Unknown host name" });
      return;
    }
    reply.header("x-content-type-options", "nosniff").header("referrer-policy", "same-origin");
    reply.header("cache-control", "no-store").header("cross-origin-resource-policy", "same-site");
  });
};

/** Whether another site sent a form: browsers name the sender in `Origin`, which must be our own origin. */
export const isForeignForm = (headers: { origin?: string | undefined; host?: string | undefined }): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
};
