import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { lastLives } from "../store/lives.ts";

/** Older ones are told to nobody outside: a title is no longer what the Chief wants to say. */
const toldMs = 7 * 86_400_000;

/** A Tribe's last live, for everybody: while it goes on, everybody sees it, too. */
export const last = query(routes.live.last, async ({ ctx, tx, query }) => {
  const [row] = await lastLives(tx, query.mint, 1);
  if (!row || (row.endedAt && ctx.now() - row.endedAt.getTime() > toldMs)) return { live: null };
  const { title, startedAt, endedAt } = row;
  return { live: { title, startedAt: startedAt.getTime(), endedAt: endedAt?.getTime() ?? null } };
});
