import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { bootsBySize, findChannel, requireChief, settingsOf } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";

/** A Tribe's chat settings, for its Chief. */
export const settings = query(routes.chat.settings, async ({ tx, query, session }) => {
  const { mint } = query;
  await requireChief(tx, mint, await callerOf(tx, session.uid));
  const channel = await findChannel(tx, mint);
  if (!channel) throw new ApiError("not_found");
  return { settings: settingsOf(channel), boots: await bootsBySize(tx, mint) };
});
