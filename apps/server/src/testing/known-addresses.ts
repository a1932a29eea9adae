import pg from "pg";
import { findEmbeddedDatabase } from "../engines/database/embedded.ts";

/** The wallet addresses of all people who have signed up at a running installation. */
export const knownAddresses = async (dataDir: string): Promise<readonly string[]> => {
  const url = await findEmbeddedDatabase(dataDir);
  if (!url) throw new Error(`no database runs on ${dataDir}`);
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ address: string }>("select address from people where address is not null");
    return rows.map(({ address }) => address);
  } finally {
    await client.end();
  }
};
