import type { Mint } from "@tribe/contract";
import { eq, max } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import type { LiveRecord } from "../../../engines/live/port.ts";
import { liveRecords } from "../schema.ts";

/** Stores a record of the media engine and publishes it, once even if it arrives twice. In its own transaction. */
export const recordLiveEvent = async (tx: Executor, mint: Mint, record: LiveRecord): Promise<void> => {
  const stored = await tx
    .insert(liveRecords)
    .values({ ...record, at: new Date(record.at) })
    .onConflictDoNothing()
    .returning({ number: liveRecords.number });
  if (stored.length > 0) await writeEvent(tx, "live.recorded", { ...record, mint });
};

/** The number of a live's last record; 0 when there is none. */
export const lastRecordOf = async (db: Executor, liveId: string): Promise<number> => {
  const [row] = await db
    .select({ number: max(liveRecords.number) })
    .from(liveRecords)
    .where(eq(liveRecords.liveId, liveId));
  return row?.number ?? 0;
};
