import { createHash } from "node:crypto";
import pg from "pg";

/** Texts that get a name; each connection keeps a plan for each of those that it has met. */
const mostNames = 400;

const names = new Map<string, string>();

/**
 * The same text has the same name in every process: a pooler in between may hand a connection on. Texts that come later
 * than the first so many, as lists of every length would, are sent as they are.
 */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `tribe_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
  names.set(text, name);
  return name;
};

/** A connection that names its parametrised statements by their text, so that PostgreSQL parses and plans each once. */
export class NamingClient extends pg.Client {
  // One of the driver's many signatures; drizzle uses this one, and all others pass as they are.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const run = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    return run.call(this, namedIfStatement(config, rest[0]), ...rest);
  }) as pg.Client["query"];
}

const namedIfStatement = (config: unknown, values: unknown): unknown => {
  if (typeof config !== "object" || config === null || !("text" in config) || !Array.isArray(values)) return config;
  if (("name" in config && config.name !== undefined) || values.length === 0 || typeof config.text !== "string")
    return config;
  const name = nameOf(config.text);
  return name === undefined ? config : { ...config, name };
};
