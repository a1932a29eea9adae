import { gt, inArray, or, sql } from "drizzle-orm";
import pg from "pg";
import type { AppContext } from "../../context.ts";
import { outboxChannel } from "./outbox.ts";
import type { BusEvent } from "./port.ts";
import { outbox } from "./schema.ts";

const batchSize = 500;
/** Without a wake-up (its connection broke) events still arrive this late at most. */
const pollMs = 1_000;
/** A number that never shows up belonged to a transaction that rolled back. */
const gapPatienceMs = 60_000;

/**
 * Publishes committed events on this process's bus, each once. Every process tails the table for itself, so that each
 * node's sockets hear of everything. Ids are given out before commits, so a number that is missing may still come:
 * it is asked for again for a minute, and nobody waits for it.
 */
export const startOutboxTail = async (
  ctx: Pick<AppContext, "db" | "bus" | "log" | "databaseUrl">,
): Promise<{ stop(): Promise<void> }> => {
  const [head] = await ctx.db.select({ id: sql<number>`coalesce(max(${outbox.id}), 0)::int` }).from(outbox);
  let cursor = head?.id ?? 0;
  const gaps = new Map<number, number>();

  const readBatch = async (): Promise<boolean> => {
    const now = Date.now();
    for (const [id, since] of gaps) if (now - since > gapPatienceMs) gaps.delete(id);
    const rows = await ctx.db
      .select({ id: outbox.id, type: outbox.type, payload: outbox.payload })
      .from(outbox)
      .where(or(gt(outbox.id, cursor), gaps.size > 0 ? inArray(outbox.id, [...gaps.keys()]) : undefined))
      .orderBy(outbox.id)
      .limit(batchSize);
    for (const row of rows) {
      gaps.delete(row.id);
      for (let missing = cursor + 1; missing < row.id; missing += 1) gaps.set(missing, now);
      cursor = Math.max(cursor, row.id);
      // `writeEvent` is the only writer, and it is typed by the event's name.
      ctx.bus.publish(row as BusEvent);
    }
    return rows.length === batchSize;
  };

  let isStopped = false;
  let isWanted = false;
  let running: Promise<void> | null = null;
  const wake = (): void => {
    isWanted = true;
    running ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false;
        try {
          isWanted = (await readBatch()) || isWanted;
        } catch (err) {
          ctx.log.error({ err }, "the outbox could not be read");
        }
      }
      running = null;
    })();
  };

  const listener = listen(ctx, wake);
  const timer = setInterval(wake, pollMs);
  await listener.ready;
  wake();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await listener.stop();
      await running;
    },
  };
};

/** Keeps one connection in LISTEN, and makes a new one when it breaks. */
const listen = (ctx: Pick<AppContext, "databaseUrl" | "log">, wake: () => void) => {
  let client: pg.Client | null = null;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: ctx.databaseUrl });
    client = next;
    const again = (err?: unknown) => {
      if (isStopped || client !== next) return;
      client = null;
      ctx.log.warn({ err }, "the connection that listens for events broke");
      retry = setTimeout(() => void connect(), pollMs);
    };
    next.on("error", again);
    next.on("end", again);
    next.on("notification", wake);
    try {
      await next.connect();
      await next.query(`listen ${outboxChannel}`);
      wake();
    } catch (error) {
      again(error);
    }
  };
  return {
    ready: connect(),
    stop: async () => {
      isStopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
};
