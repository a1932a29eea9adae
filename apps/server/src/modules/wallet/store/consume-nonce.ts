import { sql } from "drizzle-orm";
import type { Commit } from "../../../http/commit.ts";

/** Consumes the nonce of a call that stores nothing else, in one statement. @throws ApiError `request_replayed` */
export const consumeNonceAlone = async (commit: Commit): Promise<void> => {
  await commit.statement(sql`request as (select from nonce)`, sql`true as is_requested`);
};
