import { createHash } from "node:crypto";
import pg from "pg";

/** Statements that are named on one connection, which keeps a plan for each. */
const maxNamed = 400;
/** Cached names; the name of a further statement is computed each time. */
const maxKept = 2_000;

const names = new Map<string, string>();

/** The same text has the same name in every process: a connection pooler may pass a connection on. */
const nameOf = (text: string): string => {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `tribe_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
  if (names.size < maxKept) names.set(text, name);
  return name;
};

/**
 * {@link NamingClient} emits it when events that it wrote are committed. It may also follow a rollback: it is only a hint.
 */
export const eventsCommitted = "eventsCommitted";
const writesEvents = /insert into "outbox"/;

/**
 * A connection that names its parametrised statements by their text, so that PostgreSQL parses and plans each once, and that
 * emits an event when a transaction that wrote events has ended.
 */
export class NamingClient extends pg.Client {
  #hasEvents = false;
  readonly #named = new Set<string>();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("drain", () => {
      if (!this.#hasEvents || transactionStatusOf(this) !== "I") return;
      this.#hasEvents = false;
      this.emit(eventsCommitted);
    });
  }

  // One of the driver's many signatures; drizzle uses this one, and all others are passed through.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const run = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    this.#hasEvents ||= writesEvents.test(textOf(config));
    return run.call(this, this.#namedIfStatement(config, rest[0]), ...rest);
  }) as pg.Client["query"];

  /** Names the first {@link maxNamed} statements; later ones, such as lists of every length, are sent without a name. */
  #namedIfStatement(config: unknown, values: unknown): unknown {
    if (typeof config !== "object" || config === null || !("text" in config) || !Array.isArray(values)) return config;
    if (("name" in config && config.name !== undefined) || values.length === 0 || typeof config.text !== "string")
      return config;
    const name = nameOf(config.text);
    if (!this.#named.has(name)) {
      if (this.#named.size >= maxNamed) return config;
      this.#named.add(name);
    }
    return { ...config, name };
  }
}

/** `I` outside of a transaction. The driver has the method; its published types do not yet. */
const transactionStatusOf = (client: pg.Client): unknown =>
  (client as pg.Client & { getTransactionStatus(): unknown }).getTransactionStatus();

const textOf = (config: unknown): string => {
  if (typeof config === "string") return config;
  return typeof config === "object" && config !== null && "text" in config ? String(config.text) : "";
};
