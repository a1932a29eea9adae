import type { FastifyInstance } from "fastify";
import { isSame } from "../crypto/secrets.ts";

/** One metric: a current value, or a count since the start. */
export interface Metric {
  /** Prometheus name: `tribe_…`, with its unit; `_total` for counters. */
  readonly name: string;
  readonly help: string;
  readonly value: number;
}

/**
 * `/metrics`: metrics for operators, in Prometheus' text format. Requests need the token from the settings; without a setting
 * the path does not exist.
 */
export const registerMetrics = (
  app: FastifyInstance,
  token: string | null,
  read: () => Promise<readonly Metric[]>,
): void => {
  if (token === null) return;
  app.get("/metrics", async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    reply.header("cache-control", "no-store");
    if (!isSame(Buffer.from(given), Buffer.from(token)))
      return reply.status(401).header("www-authenticate", "Bearer").send("");
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(
      (await read())
        .map(({ name, help, value }) => {
          const kind = name.endsWith("_total") ? "counter" : "gauge";
          return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${name} ${value}\n`;
        })
        .join(""),
    );
  });
};
