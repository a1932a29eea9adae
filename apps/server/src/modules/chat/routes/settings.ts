import { ApiError, routes } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { bootsBySize, requireChief, settingsOf } from "../../membership/index.ts";
import { channels } from "../../membership/schema.ts";
import { callerOf } from "../caller-of.ts";

/** A Tribe's chat settings, for its Chief. */
export const settings = query(routes.chat.settings, async ({ ctx, tx, query, session }) => {
  const { mint } = query;
  await requireChief(tx, mint, await callerOf(ctx, tx, session.uid));
  const [channel] = await tx.select().from(channels).where(eq(channels.mint, mint));
  if (!channel) throw new ApiError("not_found");
  return { settings: settingsOf(channel), boots: await bootsBySize(tx, mint) };
});
