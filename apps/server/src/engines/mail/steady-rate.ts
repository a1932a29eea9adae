import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { mailSends } from "./schema.ts";

const seconds = (value: number): SQL => sql`make_interval(secs => ${value}::float8)`;

/**
 * Counts one mail against a steady rate, in the caller's transaction: one that is rolled back does not count.
 * @param each seconds that one mail takes at this rate
 * @param max how far the mails may be ahead of the rate, in seconds; beyond it this one is not counted
 * @returns by how many seconds they are ahead; null beyond `max`
 */
export const countAtRate = async (tx: Executor, key: string, each: number, max: number): Promise<number | null> => {
  // The time until which the mails so far would have taken.
  const { rows } = await tx.execute<{ ahead: number }>(sql`
    insert into ${mailSends} (key, sent_at) values (${key}, now() + ${seconds(each)})
    on conflict (key) do update set sent_at = greatest(${mailSends.sentAt}, now()) + ${seconds(each)}
    where ${mailSends.sentAt} + ${seconds(each)} <= now() + ${seconds(max)}
    returning extract(epoch from sent_at - now())::float8 as ahead`);
  return rows[0]?.ahead ?? null;
};
