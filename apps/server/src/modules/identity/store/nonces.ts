import { type SQL, sql } from "drizzle-orm";
import { insertOf } from "../../../db/insert-many.ts";
import type { Nonce } from "../../../http/commit.ts";
import { requestNonces } from "../schema.ts";

/** The statement that stores nonces; of two equal ones only the first is accepted, and returned. @param nonces at least one */
export const nonceInserts = (nonces: readonly Nonce[], expiresAt: Date): SQL => {
  const rows = nonces.map(({ owner, value }) => ({ owner, nonce: value, expiresAt }));
  return insertOf(requestNonces, rows, { after: sql`on conflict do nothing returning owner, nonce` });
};
