import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { personByAddress } from "../../identity/index.ts";
import { blockMember, requireChief } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { serializeByChannel } from "../channel-order.ts";

/** Blocks somebody. After the commit their sockets get nothing more of the chat. */
export const ban = saga(routes.chat.ban, async ({ ctx, body, session, commit }) => {
  const chief = await callerOf(ctx.db, session.uid);
  const { mint, address } = body;
  const state = await serializeByChannel(mint, () =>
    commit(async (tx) => {
      await requireChief(tx, mint, chief);
      if (address === chief.address) throw new ApiError("forbidden", { message: "You can't block yourself" });
      const person = await personByAddress(tx, address);
      if (!person) throw new ApiError("not_found");
      return blockMember(tx, mint, person);
    }),
  );
  return { state };
});
