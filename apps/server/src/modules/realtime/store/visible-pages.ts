import type { Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { visibleRoutes } from "../schema.ts";

/** The pages that are looked at on one connection. */
export interface VisibleRoutes {
  readonly connection: string;
  readonly uid: Uid;
  readonly routes: readonly string[];
}

/** Stores what is looked at on a node's connections, and removes connections. */
export const storeVisiblePages = async (
  tx: Executor,
  node: string,
  { shown, gone }: { readonly shown: readonly VisibleRoutes[]; readonly gone: readonly string[] },
): Promise<void> => {
  if (gone.length > 0)
    await tx.execute(
      sql`delete from ${visibleRoutes} where node = ${node} and connection = any(${sql.param([...gone])})`,
    );
  if (shown.length > 0)
    await tx.execute(sql`
      insert into ${visibleRoutes} (node, connection, uid, routes, seen_at)
      select ${node}, row.connection, row.uid, row.routes, now()
      from json_to_recordset(${JSON.stringify(shown)}::json) as row (connection text, uid text, routes jsonb)
      on conflict (node, connection) do update set routes = excluded.routes, seen_at = excluded.seen_at`);
};

/** Notes that a node is alive. */
export const renewVisiblePages = async (db: Executor, node: string): Promise<void> => {
  await db.execute(sql`update ${visibleRoutes} set seen_at = now() where node = ${node}`);
};

/** Removes all of a node's rows. */
export const removeVisiblePages = async (db: Executor, node: string): Promise<void> => {
  await db.execute(sql`delete from ${visibleRoutes} where node = ${node}`);
};
