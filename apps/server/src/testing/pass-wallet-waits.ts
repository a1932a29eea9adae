import type { Uid } from "@tribe/contract";
import pg from "pg";
import { findEmbeddedDatabase } from "../engines/database/embedded.ts";
import { openFileKeys } from "../engines/keys/embedded.ts";

/** Lets what a wallet of a running installation waits for be over, as if the time had passed: with the keys that its record is under. */
export const passWalletWaits = async (dataDir: string, uid: Uid): Promise<void> => {
  const url = await findEmbeddedDatabase(dataDir);
  if (!url) throw new Error(`no database runs on ${dataDir}`);
  const keys = await openFileKeys(dataDir);
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ body: string }>("select body from wallet_records where uid = $1", [uid]);
    const record: { readonly waits?: readonly { readonly askedAt: number }[] } = JSON.parse(rows[0]?.body ?? "{}");
    const waits = record.waits?.map((wait) => ({ ...wait, readyAt: wait.askedAt })) ?? [];
    const body = JSON.stringify({ ...record, waits });
    const mac = keys.mac("wallet-record", `record:${uid}:${body}`);
    await client.query("update wallet_records set body = $2, mac = $3 where uid = $1", [uid, body, mac]);
  } finally {
    await client.end();
  }
};
