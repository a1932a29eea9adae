import { AsyncLocalStorage } from "node:async_hooks";
import { type Route, routes } from "@tribe/contract";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { tableRights } from "../db/grant-rights.ts";
import { isSigners } from "../http/cors.ts";

/** The role of the server that serves the call whose statements run now. */
const serving = new AsyncLocalStorage<string>();

/** Path and method → the role that serves the route. */
const roleOfRoute = new Map(
  Object.values(routes)
    .flatMap((group): Route[] => Object.values(group))
    .map((route) => [`${route.method} /api${route.path}`, isSigners(route) ? "keys" : "web"]),
);

const known = new Set(Object.values(tableRights).flatMap((tables) => Object.keys(tables)));
const uses = /\b(insert into|update|delete from|from|join|using)\s+(?:only\s+)?"?(\w+)"?(?!\.|\()/gi;
const rightOf: Readonly<Record<string, string>> = {
  "insert into": "insert",
  update: "update",
  "delete from": "delete",
};

/** Statements that were looked at, by role. */
const checked = new Set<string>();

/** @throws Error when the role's account of the database would not be allowed this statement */
const check = (role: string, text: string): void => {
  const key = `${role} ${text}`;
  if (checked.has(key)) return;
  checked.add(key);
  const locks = /\bfor (?:no key )?(?:update|share)\b|\bfor key share\b/i.test(text);
  for (const [, words = "", table = ""] of text.matchAll(uses)) {
    if (!known.has(table)) continue;
    const right = rightOf[words.toLowerCase()] ?? "select";
    // `for update of "seats"` and `on conflict do update set` name no table after the word.
    const has = tableRights[role]?.[table] ?? [];
    if (!has.includes(right))
      throw new Error(`The role ${role} may not ${right} ${table} (npm run db:rights): ${text.slice(0, 300)}`);
    if (locks && right === "select" && !text.includes(" join ") && !has.includes("update"))
      throw new Error(`The role ${role} may not lock rows of ${table} (npm run db:rights): ${text.slice(0, 300)}`);
  }
};

let isPatched = false;

/**
 * From now on each statement of a call is compared with the rights that `migrate-database` grants to the role which serves that route in
 * production, so that every engine test of a route proves them. What runs beside calls is not known to be of one role.
 */
export const checkRights = (app: FastifyInstance): void => {
  app.addHook("onRequest", (request, _reply, done) => {
    const role = roleOfRoute.get(`${request.method} ${request.routeOptions.url}`);
    if (role === undefined) done();
    else serving.run(role, done);
  });
  if (isPatched) return;
  isPatched = true;
  const prototype = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const role = serving.getStore();
    const [first] = args;
    const text = typeof first === "string" ? first : (first as { text?: unknown } | undefined)?.text;
    if (role !== undefined && typeof text === "string") check(role, text);
    return query.apply(this, args);
  };
};
