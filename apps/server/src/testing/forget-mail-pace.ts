import pg from "pg";
import { findEmbeddedDatabase } from "../engines/database/embedded.ts";

/** Allows the next mail with a code immediately, as if half a minute had passed since the last one. */
export const forgetMailPace = async (dataDir: string): Promise<void> => {
  const url = await findEmbeddedDatabase(dataDir);
  if (!url) throw new Error(`no database runs on ${dataDir}`);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("update mail_sends set sent_at = sent_at - interval '1 minute'");
  } finally {
    await client.end();
  }
};
