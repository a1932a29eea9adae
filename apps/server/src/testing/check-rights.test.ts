import { routes } from "@tribe/contract";
import Fastify from "fastify";
import pg from "pg";
import { expect, test } from "vitest";
import { checkRights } from "./check-rights.ts";

/** The status of a call whose handler runs a statement. */
const statusOf = async (route: { readonly path: string; readonly method: string }, text: string): Promise<number> => {
  const app = Fastify();
  checkRights(app);
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    handler: async () => {
      // It is never connected: a statement that is let through waits.
      void new pg.Client().query(text);
      return {};
    },
  });
  const { statusCode } = await app.inject({
    method: route.method === "GET" ? "GET" : "POST",
    url: `/api${route.path}`,
  });
  await app.close();
  return statusCode;
};

test("a call fails by a statement that its role's account of the database would be refused, and by no other", async () => {
  const { list } = routes.market;
  const { challenge } = routes.wallet;
  expect(await statusOf(list, 'select "mint" from "trades" left join "tokens" on true')).toBe(200);
  expect(await statusOf(list, 'insert into "trades" values (1)')).toBe(500);
  expect(await statusOf(list, 'select "mint" from "trades" for update')).toBe(500);
  expect(await statusOf(list, 'with "a" as (delete from "chain_events" returning 1) select 1')).toBe(500);
  // The wallet's own calls are the role keys'.
  expect(await statusOf(challenge, 'insert into "wallet_challenges" values (1)')).toBe(200);
  expect(await statusOf(challenge, 'select 1 from "messages"')).toBe(500);
});
