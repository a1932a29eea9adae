import { ApiError, routes } from "@tribe/contract";
import { requireGates } from "../../../context/gates.ts";
import { saga } from "../../../http/implement.ts";
import { findToken, observeHolding, recordObservedBalances } from "../../indexer/index.ts";
import { takeSeat } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";

/** Takes a seat. The joiner's holding is read from the chain first, because the index may be behind. */
export const join = saga(routes.chat.join, async ({ ctx, body, session, commit }) => {
  const person = await callerOf(ctx.db, session.uid);
  const token = await findToken(ctx.db, body.mint);
  if (!token) throw new ApiError("not_found");
  requireGates("join", person);
  if (!person.address) throw new ApiError("wallet_missing");
  const observations = await observeHolding(ctx, token, person.address);
  return commit(async (tx) => {
    await recordObservedBalances(tx, observations);
    return { state: await takeSeat(tx, body.mint, person) };
  });
});
