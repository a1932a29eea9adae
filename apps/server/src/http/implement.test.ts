import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { people } from "../modules/identity/schema.ts";
import { saga } from "./implement.ts";

// Checked by the compiler: each line that is expected to be an error fails the types when it is none.
test("a saga has no way to write but its commit, which takes the call's nonce", () => {
  const made = saga(routes.chat.join, async ({ ctx, commit }) => {
    // @ts-expect-error
    await ctx.db.transaction(async () => undefined);
    // @ts-expect-error
    await ctx.db.execute(sql`select 1`);
    // @ts-expect-error
    await ctx.db.insert(people).values([]);
    // @ts-expect-error
    await ctx.db.update(people).set({});
    // @ts-expect-error
    await ctx.db.delete(people);
    // @ts-expect-error
    await ctx.pool.query("select 1");
    // @ts-expect-error
    await ctx.chatDb.execute(sql`select 1`);
    await commit((tx) => tx.delete(people));
    return { state: "none" as const };
  });
  expect(made.kind).toBe("saga");
});
