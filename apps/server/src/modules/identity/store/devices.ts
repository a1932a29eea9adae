import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { devices } from "../schema.ts";

/** A device's encrypted secret; reading it also notes that the device was used, to the day. Null for an unknown device. */
export const readDeviceSecret = async (db: Database, deviceId: string): Promise<Buffer | null> => {
  const { rows } = await db.execute<{ secret: Buffer }>(sql`
    with used as (
      update ${devices} set used_at = now()
      where id = ${deviceId} and (used_at is null or used_at < now() - interval '1 day')
    )
    select secret from ${devices} where id = ${deviceId}`);
  return rows[0]?.secret ?? null;
};

/** The steps of `commit.statement` that store a device, and what they answer. @param secret encrypted */
export const deviceInsert = (deviceId: string, secret: Uint8Array): { readonly steps: SQL; readonly answer: SQL } => {
  const [idName, secretName] = [sql.identifier(devices.id.name), sql.identifier(devices.secret.name)];
  return {
    steps: sql`made as (insert into ${devices} (${idName}, ${secretName}) select ${deviceId}, ${secret}::bytea from nonce)`,
    answer: sql`true as is_made`,
  };
};
