import { setImmediate } from "node:timers/promises";
import type { Mint } from "@tribe/contract";
import type { AppContext } from "../../../../context/context.ts";
import { factsOf, type SortFigures, type TokenFacts } from "../../rules/sort-keys.ts";
import { factsAfter } from "../../store/token-facts.ts";

/** Rows per query: reading and parsing ten thousand at once would block others. */
const batch = 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** Reads everything that the listing can be sorted by, for all Tribes. */
export const createReadFacts = (ctx: AppContext) => async (): Promise<TokenFacts> => {
  const facts = new Map<Mint, SortFigures>();
  const dayAgo = ctx.now() - dayMs;
  for (let after = ""; ; ) {
    const rows = await factsAfter(ctx.db, after, batch, dayAgo);
    for (const row of rows) facts.set(row[0], factsOf(row, dayAgo));
    const last = rows.at(-1);
    if (!last || rows.length < batch) return facts;
    after = last[0];
    await setImmediate();
  }
};
