import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { timeColumn, uidColumn } from "../../db/columns.ts";

/** Who has a socket open on which node. Each node renews a timestamp; rows of one that stops expire. */
export const onlinePeople = pgTable(
  "online_people",
  {
    node: text("node").notNull(),
    uid: uidColumn("uid").notNull(),
    seenAt: timeColumn("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.node, table.uid] }), index("online_people_uid").on(table.uid)],
);

/** After so many seconds without a sign of its node a row does not count. */
export const onlineSeconds = 90;

/** Which of our pages people look at, by connection: they get no push about what they see. */
export const visibleRoutes = pgTable(
  "visible_routes",
  {
    node: text("node").notNull(),
    connection: text("connection").notNull(),
    uid: uidColumn("uid").notNull(),
    routes: jsonb("routes").$type<readonly string[]>().notNull(),
    seenAt: timeColumn("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.node, table.connection] }), index("visible_routes_uid").on(table.uid)],
);
