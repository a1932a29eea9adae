import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { lastLives } from "../store/lives.ts";

/** A Tribe's last live, for everybody: while it goes on, everybody sees it, too. */
export const last = query(routes.live.last, async ({ tx, query }) => {
  const [row] = await lastLives(tx, query.mint, 1);
  if (!row) return { live: null };
  const { title, startedAt, endedAt } = row;
  return { live: { title, startedAt: startedAt.getTime(), endedAt: endedAt?.getTime() ?? null } };
});
