import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { root } from "../lib/run.mjs";
import { rightsFile, rightsOfRoles } from "./table-rights.mjs";

/** @type {ReturnType<typeof rightsOfRoles>} */
let found;
beforeAll(() => {
  found = rightsOfRoles();
  // Other work may hold the machine up.
}, 180_000);

test("the rights that the database grants are those that each role's code uses (npm run db:rights)", () => {
  expect(found.rights).toEqual(JSON.parse(readFileSync(rightsFile, "utf8")));
});

test("every table is some role's, but for what only operators read", () => {
  const { entries } = JSON.parse(readFileSync(`${root}/apps/server/migrations/meta/_journal.json`, "utf8"));
  const snapshot = `${String(entries.at(-1).idx).padStart(4, "0")}_snapshot.json`;
  /** @type {{ tables: Record<string, { name: string }> }} */
  const { tables } = JSON.parse(readFileSync(`${root}/apps/server/migrations/meta/${snapshot}`, "utf8"));
  const used = new Set(Object.values(found.rights).flatMap((ofRole) => Object.keys(ofRole)));
  expect(Object.values(tables).flatMap(({ name }) => (used.has(name) ? [] : [name]))).toEqual(["moderation_actions"]);
});

test("the page server writes nothing that is read from the chain but what it observed, and no message or wallet's key opens to others", () => {
  const { web, keys, realtime, indexer, worker } = found.rights;
  const writes = (/** @type {Record<string, string[]> | undefined} */ role, /** @type {string} */ table) =>
    role?.[table]?.filter((right) => right !== "select") ?? [];
  for (const table of ["trades", "chain_events", "indexer_cursors", "pools", "referrers"])
    expect([table, writes(web, table)]).toEqual([table, []]);
  for (const role of [realtime, indexer, worker])
    for (const table of ["wallet_sharings", "wallet_records", "wallet_passkeys", "wallets"])
      expect(role?.[table]?.filter((right) => right !== "delete" && right !== "select") ?? []).toEqual([]);
  for (const table of ["messages", "seats", "trades"]) expect(writes(keys, table)).toEqual([]);
  expect(indexer).not.toHaveProperty("messages");
});
