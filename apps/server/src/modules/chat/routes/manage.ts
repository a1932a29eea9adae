import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { changeSettings, requireChief } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { serializeByChannel } from "../channel-order.ts";

/** Changes a Tribe's chat settings. */
export const manage = saga(routes.chat.manage, async ({ ctx, body, session, commit }) => {
  const chief = await callerOf(ctx.db, session.uid);
  const { mint, groupSize, slowMode, onlyChiefWrites, preview } = body;
  const changes = {
    groupSize,
    ...(slowMode === undefined ? {} : { slowMode }),
    ...(onlyChiefWrites === undefined ? {} : { onlyChiefWrites }),
    ...(preview === undefined ? {} : { preview }),
  };
  return serializeByChannel(mint, () =>
    commit(async (tx) => {
      await requireChief(tx, mint, chief);
      return changeSettings(tx, mint, changes);
    }),
  );
});
