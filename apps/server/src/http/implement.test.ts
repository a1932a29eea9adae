import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { people } from "../modules/identity/schema.ts";
import { saga } from "./implement.ts";

// Checked by the compiler: an expected error that does not occur fails the type check.
test("a saga can only write through its commit, which takes the call's nonce", () => {
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
