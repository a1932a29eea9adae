import { ApiError, routes, tokenUnits } from "@tribe/contract";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { faceAt } from "../../identity/index.ts";
import { airdropBatches, airdropEntries, airdropTasks } from "../schema.ts";

/** What airdrops of Tribe have brought the caller: of the batches that have landed. */
export const by = query(routes.airdrop.by, async ({ ctx, tx, session }) => {
  const person = await ctx.ports.people.byUid(tx, session.uid);
  if (!person?.address) throw new ApiError("wallet_missing");
  const rows = await tx
    .select({
      airdropMint: airdropTasks.airdropMint,
      program: airdropTasks.program,
      decimals: airdropTasks.decimals,
      name: airdropTasks.name,
      symbol: airdropTasks.symbol,
      creator: airdropTasks.creator,
      amount: airdropEntries.amount,
    })
    .from(airdropEntries)
    .innerJoin(airdropTasks, eq(airdropTasks.id, airdropEntries.taskId))
    .innerJoin(
      airdropBatches,
      and(
        eq(airdropBatches.taskId, airdropEntries.taskId),
        eq(airdropBatches.index, sql`${airdropEntries.place} / ${airdropTasks.batchSize}`),
      ),
    )
    .where(
      and(eq(airdropEntries.address, person.address), isNotNull(airdropEntries.place), eq(airdropBatches.isPaid, true)),
    )
    .orderBy(airdropTasks.createdAt);
  const authors = await ctx.ports.people.byAddresses(
    tx,
    rows.map(({ creator }) => creator),
  );
  return {
    tokens: [...new Set(rows.map(({ airdropMint }) => airdropMint))].flatMap((mintAddress) => {
      const some = rows.filter(({ airdropMint }) => airdropMint === mintAddress);
      const last = some.at(-1);
      if (!last) return [];
      const { name, symbol, decimals, program } = last;
      const creators = [...new Set(some.map(({ creator }) => creator))];
      return [
        {
          ...{ mintAddress, name, symbol, decimals },
          amount: tokenUnits(some.reduce((sum, { amount }) => sum + amount, 0n)),
          tokenType: program === "token" ? ("SPL" as const) : ("Token-2022" as const),
          authors: creators.map((address) => ({
            address,
            displayName: faceAt(address, authors.get(address)).displayName,
          })),
        },
      ];
    }),
  };
});
