import pg from "pg";
import { findEmbeddedDatabase } from "../engines/database/embedded.ts";
import { openFileKeys } from "../engines/keys/embedded.ts";
import type { WalletRecord } from "../modules/wallet/rules/record.ts";
import { withTimePassed } from "../modules/wallet/testing/pass-time.ts";

/**
 * Moves one person's wallet in a running installation forward in time: waits are shorter, and its last use is longer ago. It
 * needs the keys that authenticate its record.
 */
export const passWalletTime = async (dataDir: string, email: string, milliseconds: number): Promise<void> => {
  const url = await findEmbeddedDatabase(dataDir);
  if (!url) throw new Error(`no database runs on ${dataDir}`);
  const keys = await openFileKeys(dataDir, { use: ["wallet-record"], mayMake: false });
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ uid: string; body: string }>(
      "select uid, body from wallet_records join people using (uid) where people.email = $1",
      [email],
    );
    const [found] = rows;
    if (!found) throw new Error(`${email} has no wallet`);
    const record: WalletRecord = JSON.parse(found.body);
    const body = JSON.stringify(withTimePassed(milliseconds)(record));
    const mac = keys.mac("wallet-record", `record:${found.uid}:${body}`);
    await client.query("update wallet_records set body = $2, mac = $3 where uid = $1", [found.uid, body, mac]);
  } finally {
    await client.end();
  }
};
