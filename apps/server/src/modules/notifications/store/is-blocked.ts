import { type SQL, sql } from "drizzle-orm";
import { blocks } from "../../account/schema.ts";

/**
 * Whether a person has blocked another one, as SQL; a blocked person is neither shown nor reported. Both arguments are columns or
 * values of uids.
 */
export const isBlocked = (uid: SQL, other: SQL): SQL =>
  sql`exists (select from ${blocks} as block where block.uid = ${uid} and block.blocked_uid = ${other})`;
