// Why a process waits for its own connections: docs/decisions/0090.
import { AsyncResource } from "node:async_hooks";
import pg from "pg";
import { lostConnections } from "./lost-connections.ts";

/** SQLSTATE: the database has no free connections. */
export const tooManyConnections = "53300";
const retryMs = 50;
/** After a refused connection the pool opens no further one for this long. */
const restraintMs = 1_000;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (problem?: Error | boolean) => void,
) => void;

/**
 * Releases a client by itself when its connection ends while it is in use. Drizzle does not release the client of a
 * transaction whose `begin` fails (`node-postgres/session.js`): each failure would take one connection from the pool forever,
 * and `end()` would wait for it.
 */
const returnWhenLost = (client: pg.PoolClient): void => {
  const { release } = client;
  let isOut = true;
  const giveBack = (problem?: Error | boolean): void => {
    if (!isOut) return;
    isOut = false;
    client.off("end", onEnd);
    release(problem);
  };
  const onEnd = (): void => giveBack(true);
  client.once("end", onEnd);
  client.release = giveBack;
};

/**
 * A pool that shares one database with other pools, which together may want more connections than it has. A refused request
 * waits for one of the pool's own connections, or for one that another process releases, up to the usual timeout.
 */
export class SharedPool extends pg.Pool {
  readonly #max: number;
  #restraint: NodeJS.Timeout | null = null;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.#max = this.options.max;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const deadline = performance.now() + (this.options.connectionTimeoutMillis ?? 0);
    if (callback) {
      // Who waited for a connection gets it from whoever gave it back: what follows still belongs to the one who waited.
      this.#connect(deadline, AsyncResource.bind(callback));
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#connect(deadline, (error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #connect(deadline: number, callback: Callback): void {
    super.connect((error, client, done) => {
      const isRefused = error && "code" in error && error.code === tooManyConnections;
      if (!isRefused || performance.now() > deadline) {
        if (client) returnWhenLost(client);
        if (error) lostConnections.add(error);
        return callback(error, client, client?.release ?? done);
      }
      this.#restrain();
      setTimeout(() => this.#connect(deadline, callback), retryMs);
    });
  }

  /** Each refused attempt costs the database a process: for a moment waiting requests share the existing connections. */
  #restrain(): void {
    this.options.max = Math.max(1, this.totalCount);
    this.#restraint ??= setTimeout(() => {
      this.#restraint = null;
      this.options.max = this.#max;
    }, restraintMs).unref();
  }
}
