import { createHash } from "node:crypto";
import { Socket } from "node:net";
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

/** The driver's options, and ours. */
interface NamingClientConfig extends pg.ClientConfig {
  /** How long statements may take, and how long after that their answer is waited for, ms (see {@link Timeouts}); by default for ever. */
  readonly answerLimit?: { readonly statement: number; readonly grace: number };
  /** Whether a pooler may give each transaction another connection, which does not know a statement by its name. */
  readonly isPooled?: boolean;
}

/** A transaction's own statement timeout, as `withStatementTimeout` sets it. */
const setsStatementTimeout = /set_config\('statement_timeout'/;

/**
 * A connection that names its parametrised statements by their text, so that PostgreSQL parses and plans each once (behind a pooler
 * none has a name), that emits an event when a transaction that wrote events has ended, and that ends when the server no longer answers.
 */
export class NamingClient extends pg.Client {
  #hasEvents = false;
  readonly #named = new Set<string>();
  readonly #socket: Socket;
  /** How long statements may take in all until the queue is empty, ms; null without a limit. */
  readonly #usualLimit: number | null;
  #limit: number | null;
  readonly #answerGrace: number;
  readonly #isPooled: boolean;
  #watch: NodeJS.Timeout | null = null;

  constructor(config: NamingClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    const { answerLimit, isPooled = false } = config;
    this.#isPooled = isPooled;
    this.#answerGrace = answerLimit?.grace ?? 0;
    // PostgreSQL's 0 is no timeout.
    this.#usualLimit = answerLimit?.statement ? answerLimit.statement + answerLimit.grace : null;
    this.#limit = this.#usualLimit;
    this.on("drain", () => {
      this.#stopWatching();
      if (transactionStatusOf(this) !== "I") return;
      this.#limit = this.#usualLimit;
      if (!this.#hasEvents) return;
      this.#hasEvents = false;
      this.emit(eventsCommitted);
    });
    this.on("end", () => this.#stopWatching());
  }

  /** Ends the connection unless the server has answered in time: all that waits on it fails then, and the pool opens another. */
  #watchAnswers(): void {
    if (this.#limit === null) return;
    this.#watch ??= setTimeout(() => this.#socket.destroy(), this.#limit).unref();
  }

  #stopWatching(): void {
    if (this.#watch) clearTimeout(this.#watch);
    this.#watch = null;
  }

  // One of the driver's many signatures; drizzle uses this one, and all others are passed through.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const run = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    const text = textOf(config);
    this.#hasEvents ||= writesEvents.test(text);
    if (this.#limit !== null && setsStatementTimeout.test(text) && Array.isArray(rest[0]))
      this.#limit = Number(rest[0][0]) + this.#answerGrace;
    this.#watchAnswers();
    return run.call(this, this.#namedIfStatement(config, rest[0]), ...rest);
  }) as pg.Client["query"];

  /** Names the first {@link maxNamed} statements; later ones, such as lists of every length, are sent without a name. */
  #namedIfStatement(config: unknown, values: unknown): unknown {
    if (typeof config !== "object" || config === null || !("text" in config)) return config;
    if (this.#isPooled) return { ...config, name: undefined };
    if (!Array.isArray(values)) return config;
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
