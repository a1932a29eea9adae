import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { alarmOf } from "../rules/alarm-drafts.ts";
import { alarmsOf } from "../store/alarms.ts";

/** The caller's own alarms. */
export const alarms = query(routes.notifications.alarms, async ({ tx, session }) => ({
  alarms: (await alarmsOf(tx, session.uid)).map((row) => ({ mint: row.mint, alarm: alarmOf(row) })),
}));
