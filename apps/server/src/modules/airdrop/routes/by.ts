import { ApiError, routes, tokenUnits } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { authorsOf, paidShares } from "../paid-shares.ts";

/** What Tribe's airdrops have paid to the caller, from batches that have landed. */
export const by = query(routes.airdrop.by, async ({ ctx, tx, session }) => {
  const person = await ctx.ports.people.byUid(tx, session.uid);
  if (!person?.address) throw new ApiError("wallet_missing");
  const shares = await paidShares(tx, person.address);
  const authors = await authorsOf(ctx, tx, shares);
  return {
    tokens: [...authors].flatMap(([mintAddress, brought]) => {
      const some = shares.filter(({ airdropMint }) => airdropMint === mintAddress);
      const last = some.at(-1);
      if (!last) return [];
      const { name, symbol, decimals, program } = last;
      return [
        {
          ...{ mintAddress, name, symbol, decimals },
          amount: tokenUnits(some.reduce((sum, { amount }) => sum + amount, 0n)),
          tokenType: program === "token" ? ("SPL" as const) : ("Token-2022" as const),
          authors: [...brought],
        },
      ];
    }),
  };
});
