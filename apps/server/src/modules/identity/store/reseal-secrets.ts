import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { EnvelopePurpose, Keys } from "../../../engines/keys/port.ts";
import { type Resealed, resealTable, type SealedTable } from "../../../engines/keys/reseal.ts";
import { sessionContext } from "../rules/session.ts";
import { devices, sessions } from "../schema.ts";

const rowsAtOnce = 500;

const sealedDevices: SealedTable<Pick<typeof devices.$inferSelect, "id" | "secret">> = {
  readAfter: (db, row) =>
    db
      .select({ id: devices.id, secret: devices.secret })
      .from(devices)
      .where(row ? gt(devices.id, row.id) : undefined)
      .orderBy(asc(devices.id))
      .limit(rowsAtOnce),
  columns: [
    {
      purpose: "session-secret",
      contextOf: ({ id }) => id,
      sealedOf: ({ secret }) => secret,
      write: (db, row, was, sealed) =>
        db
          .update(devices)
          .set({ secret: sealed })
          .where(and(eq(devices.id, row.id), eq(devices.secret, was))),
    },
  ],
};

const sealedSessions: SealedTable<Pick<typeof sessions.$inferSelect, "id" | "uid" | "deviceId" | "secret">> = {
  readAfter: (db, row) =>
    db
      .select({ id: sessions.id, uid: sessions.uid, deviceId: sessions.deviceId, secret: sessions.secret })
      .from(sessions)
      .where(row ? gt(sessions.id, row.id) : undefined)
      .orderBy(asc(sessions.id))
      .limit(rowsAtOnce),
  columns: [
    {
      purpose: "session-secret",
      contextOf: (row) => sessionContext(row.id, row),
      sealedOf: ({ secret }) => secret,
      write: (db, row, was, sealed) =>
        db
          .update(sessions)
          .set({ secret: sealed })
          .where(and(eq(sessions.id, row.id), eq(sessions.secret, was))),
    },
  ],
};

/**
 * Encrypts with the current key all secrets of devices and sessions that a former key has encrypted. Those of sign-ins that have
 * begun expire within the hour.
 */
export const resealSecrets = async (
  db: Database,
  keys: Keys,
  purposes: ReadonlySet<EnvelopePurpose>,
): Promise<readonly Resealed[]> => [
  await resealTable(db, keys, purposes, sealedDevices),
  await resealTable(db, keys, purposes, sealedSessions),
];
