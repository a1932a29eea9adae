import pg from "pg";
import type { AppContext } from "../../context/context.ts";
import { runOutsideCalls } from "../../context/current-call.ts";
import { createOutageLog } from "../../context/outage-log.ts";
import { readMetrics } from "../../metrics/read-metrics.ts";
import { type OutboxCursor, presentSnapshot, readOutbox } from "./read-outbox.ts";
import { outboxChannel } from "./wake-up.ts";

/** Events per read. */
const batchSize = 1_000;
/** Without a wake-up (its connection broke) events arrive at most this much later. */
const pollMs = 1_000;
/** Pause after a failed read; each further one doubles it, up to the longest. */
const retryMs = 200;
const longestRetryMs = 2_000;
/** Under load each read waits this long, so that it gets many commits instead of an event or two. */
const batchWindowMs = 5;
/** After a read of at least this many events the next one waits longer: more events share the cost of a read. */
const manyEvents = 50;
const longBatchWindowMs = 20;

/**
 * Publishes committed events on this process's bus, each once. Every process tails the table itself, so that the sockets of
 * every node get all events.
 */
export const startOutboxTail = async (
  ctx: Pick<AppContext, "db" | "bus" | "log" | "databaseUrl" | "wakeUp" | "metrics">,
): Promise<{ stop(): Promise<void> }> => {
  let cursor: OutboxCursor = { snapshot: await presentSnapshot(ctx.db), next: null };

  /** @returns how many events it published, and whether there are more. */
  const readBatch = async (): Promise<{ readonly count: number; readonly hasMore: boolean }> => {
    const { events, cursor: after } = await readOutbox(ctx.db, cursor, { limit: batchSize });
    cursor = after;
    for (const event of events) ctx.bus.publish(event);
    return { count: events.length, hasMore: cursor.next !== null };
  };

  let caughtUpAt = performance.now();
  readMetrics(ctx.metrics.registry, [
    {
      name: "tribe_outbox_lag_seconds",
      help: "How long ago this process had read all events of the outbox",
      value: () => (performance.now() - caughtUpAt) / 1_000,
    },
  ]);
  const outage = createOutageLog("the outbox could not be read");
  let failures = 0;
  let isStopped = false;
  let isWanted = false;
  let running: Promise<void> | null = null;
  const wake = (): void => {
    isWanted = true;
    running ??= runOutsideCalls(async () => {
      while (isWanted && !isStopped) {
        isWanted = false;
        try {
          const { count, hasMore } = await readBatch();
          failures = 0;
          outage.recovered();
          isWanted ||= hasMore;
          if (!hasMore) caughtUpAt = performance.now();
          const pauseMs = count > manyEvents && !hasMore ? longBatchWindowMs : batchWindowMs;
          if (isWanted) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        } catch (err) {
          outage.report(ctx.log, err);
          isWanted = true;
          const pauseMs = Math.min(retryMs * 2 ** failures, longestRetryMs);
          failures += 1;
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
      running = null;
    });
  };

  const listener = listen(ctx, wake);
  const stopHearing = ctx.wakeUp.onCommit(wake);
  const timer = setInterval(wake, pollMs);
  await listener.ready;
  wake();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      stopHearing();
      await listener.stop();
      await running;
    },
  };
};

/** Keeps one connection in LISTEN, and reconnects when it breaks. */
const listen = (ctx: Pick<AppContext, "databaseUrl" | "log" | "wakeUp">, wake: () => void) => {
  const outage = createOutageLog("the connection that listens for events broke");
  let client: pg.Client | null = null;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: ctx.databaseUrl });
    client = next;
    const again = (err?: unknown) => {
      if (isStopped || client !== next) return;
      client = null;
      outage.report(ctx.log, err);
      retry = setTimeout(() => void connect(), pollMs);
    };
    next.on("error", again);
    next.on("end", again);
    next.on("notification", ({ payload }) => {
      if (payload !== ctx.wakeUp.sender) wake();
    });
    try {
      await next.connect();
      await next.query(`listen ${outboxChannel}`);
      outage.recovered();
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
