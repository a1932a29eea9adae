import type { FastifyInstance } from "fastify";

/** Lets handlers read HTML forms and OAuth token requests: the body becomes `URLSearchParams`. */
export const acceptForms = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 16_384 },
    (_, body, done) => done(null, new URLSearchParams(body.toString())),
  );
};

/** The form of a request; empty when the body was not a form. */
export const formOf = (body: unknown): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** The query of a request's target; `new URL` throws for some targets that a router accepts. */
export const queryOf = (target: string): URLSearchParams => {
  const at = target.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : target.slice(at + 1));
};
