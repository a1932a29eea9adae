import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { presentUser } from "../local-user.ts";
import { tribeName } from "../rules/tribe-appearance.ts";
import { personByAddress } from "../store/people.ts";

/** What others see of a person, with their Tribes. */
export const userProfile = query(routes.identity.userProfile, async ({ ctx, tx, query }) => {
  const person = await personByAddress(tx, query.address);
  if (!person) throw new ApiError("not_found");
  const tokens = await ctx.ports.tokens.tokensOf(tx, person.uid);
  return {
    user: presentUser(person),
    tokens: tokens.map(({ mint, name, symbol }) => ({ mint, name: tribeName(name, person), symbol })),
  };
});
