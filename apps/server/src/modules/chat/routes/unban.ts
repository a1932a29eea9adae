import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { personByAddress } from "../../identity/index.ts";
import { requireChief, unblockMember } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { serializeByChannel } from "../channel-order.ts";

/** Unblocks somebody. */
export const unban = saga(routes.chat.unban, async ({ ctx, body, session, commit }) => {
  const chief = await callerOf(ctx.db, session.uid);
  const { mint, address } = body;
  const state = await serializeByChannel(mint, () =>
    commit(async (tx) => {
      await requireChief(tx, mint, chief);
      const person = await personByAddress(tx, address);
      if (!person) throw new ApiError("not_found");
      return unblockMember(tx, mint, person);
    }),
  );
  return { state };
});
