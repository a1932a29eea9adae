import pg from "pg";

/** SQLSTATE: the database gives out no more connections. */
export const tooManyConnections = "53300";
const retryMs = 50;
/** A pool that was refused a connection opens no further one for this long. */
const restraintMs = 1_000;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (problem?: Error | boolean) => void,
) => void;

/**
 * Has a client go back by itself when its connection ends while it is in use. Drizzle takes one for a transaction and gives
 * none back whose `begin` fails (`node-postgres/session.js`): each break would take one connection from the pool for
 * ever, and `end()` would wait for it.
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
 * A pool beside others' on one database, which together may want more connections than it has. Whoever is refused one waits
 * for those that the pool has, or for what another process gives back, as long as for any connection.
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
      this.#connect(deadline, callback);
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
        return callback(error, client, client?.release ?? done);
      }
      this.#restrain();
      setTimeout(() => this.#connect(deadline, callback), retryMs);
    });
  }

  /** Each refused try costs the database a process: for a moment those that wait share what is there. */
  #restrain(): void {
    this.options.max = Math.max(1, this.totalCount);
    this.#restraint ??= setTimeout(() => {
      this.#restraint = null;
      this.options.max = this.#max;
    }, restraintMs).unref();
  }
}
