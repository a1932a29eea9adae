import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { personByUid } from "../../identity/index.ts";
import { bridgePageUrl } from "../bridge.ts";

/** The page on which the caller's own wallet is funded from another chain. */
export const bridgePage = query(routes.fund.bridgePage, async ({ ctx, tx, session }) => {
  const { bridgeUrl } = ctx.config;
  const person = await personByUid(tx, session.uid);
  if (!person?.address) throw new ApiError("wallet_missing");
  return { url: bridgeUrl === null ? null : bridgePageUrl(bridgeUrl, person.address) };
});
