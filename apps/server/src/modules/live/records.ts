import type { Mint } from "@tribe/contract";
import { eq, max } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import type { LiveRecord } from "../../engines/live/port.ts";
import { liveRecords } from "./schema.ts";

/** Keeps a record of the engine and tells it, once however often it comes. In a transaction of its own. */
export const recordLiveEvent = async (tx: Executor, mint: Mint, record: LiveRecord): Promise<void> => {
  const stored = await tx
    .insert(liveRecords)
    .values({ ...record, at: new Date(record.at) })
    .onConflictDoNothing()
    .returning({ number: liveRecords.number });
  if (stored.length > 0) await writeEvent(tx, "live.recorded", { ...record, mint });
};

/** The number of a live's last record; 0 for none. */
export const lastRecordOf = async (db: Executor, liveId: string): Promise<number> => {
  const [row] = await db
    .select({ number: max(liveRecords.number) })
    .from(liveRecords)
    .where(eq(liveRecords.liveId, liveId));
  return row?.number ?? 0;
};
