import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { bridgePageUrl } from "../bridge.ts";

/** The page on which the caller's own wallet is funded from another chain. */
export const bridgePage = query(routes.fund.bridgePage, async ({ ctx, tx, session }) => {
  const { bridgeUrl } = ctx.config;
  const person = await ctx.ports.people.byUid(tx, session.uid);
  if (!person?.address) throw new ApiError("wallet_missing");
  return { url: bridgeUrl === null ? null : bridgePageUrl(bridgeUrl, person.address) };
});
