import { poller } from "../../../async/poller.ts";
import type { AppContext, Worker } from "../../../context/context.ts";
import { readOutbox } from "../../../engines/bus/read-outbox.ts";
import { type PlannedEvent, plannedTypes } from "../rules/planned-events.ts";
import { lockCursor, openCursor, storeCursor } from "../store/cursor.ts";
import { planEvents } from "./plan-events.ts";

/** Events per transaction: of many messages in one chat each member's notice is written once. */
const batchSize = 1_000;
/** Pause after a batch, at most 500 ms: on a busy day the planner works a tenth of the time, so that it slows no messages down. */
const restMs = (tookMs: number): number => Math.min(9 * tookMs, 500);
/** Without a wake-up, events are read this often. */
const everyMs = 1_000;

/**
 * Makes notices of the events in the outbox. Its cursor is stored in the transaction of the notices, so that each event is
 * handled exactly once however often the process is killed. Only one process plans at a time, and sending a message never waits
 * for it.
 */
export const noticePlanner: Worker = {
  name: "notices",
  role: "worker",
  start: async (ctx) => {
    await openCursor(ctx.db);
    const ending = new AbortController();
    const { wake, ended } = poller(ctx, {
      name: "notices",
      signal: ending.signal,
      everyMs,
      againMs: 0,
      restMs,
      work: async () => (await planBatch(ctx)) < batchSize,
    });
    const stops = plannedTypes.map((type) => ctx.bus.subscribe(type, wake));
    return {
      stop: async () => {
        for (const stop of stops) stop();
        ending.abort();
        await ended;
      },
    };
  },
};

/** Plans one batch. @returns how many events it had; 0 while another process is planning */
export const planBatch = async (ctx: AppContext): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx);
    if (!cursor) return 0;
    const { events, cursor: after } = await readOutbox(tx, cursor, { limit: batchSize, types: plannedTypes });
    // Only these types were queried.
    await planEvents(ctx, tx, events as readonly PlannedEvent[]);
    if (after.snapshot !== cursor.snapshot || after.next) await storeCursor(tx, after);
    return events.length;
  });
