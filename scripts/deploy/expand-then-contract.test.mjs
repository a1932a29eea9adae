import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../lib/run.mjs";
import { tablesOf, unsafeStatements } from "./unsafe-statements.mjs";

const read = (/** @type {string} */ file) => readFileSync(`${root}/${file}`, "utf8");
const [newest] = JSON.parse(read("deploy/releases.json")).releases;
/** @type {string[]} */
const tags = JSON.parse(read("apps/server/migrations/meta/_journal.json")).entries.map(
  (/** @type {{ tag: string }} */ { tag }) => tag,
);
const textOf = (/** @type {string} */ tag) => read(`apps/server/migrations/${tag}.sql`);
const releasedTags = tags.slice(0, tags.indexOf(newest.lastMigration) + 1);
const released = { release: newest.version, tables: tablesOf(releasedTags.map(textOf)) };

test("code of the newest release runs on the tables that all later migrations leave, and beside them while they are applied", () => {
  expect(released.tables).toContain("messages");
  const unsafe = tags
    .slice(releasedTags.length)
    .flatMap((tag) => unsafeStatements(textOf(tag), released).map((fault) => `${tag}: ${fault}`));
  expect(unsafe).toEqual([]);
});

/** With the tables boats and crews. */
const faults = (/** @type {string[]} */ ...statements) =>
  unsafeStatements(statements.join("\n--> statement-breakpoint\n"), {
    release: "1.2.0",
    tables: new Set(["boats", "crews"]),
  });

test.each([
  'CREATE UNLOGGED TABLE "tides" ("at" bigint PRIMARY KEY NOT NULL);',
  'CREATE TABLE "harbours" ("name" text PRIMARY KEY NOT NULL);',
  'CREATE INDEX "harbours_name" ON "harbours" USING btree ("name");',
  'ALTER TABLE "harbours" ADD CONSTRAINT "deep" CHECK (depth > 0);',
  'ALTER TABLE "boats" ADD COLUMN "length" integer;',
  'ALTER TABLE "boats" ADD COLUMN "crew" integer DEFAULT 1 NOT NULL;',
  "insert into harbours values ('a');",
  'ALTER TABLE "boats" DROP COLUMN "length";\n-- 1.2.0 works with this: it has no such column in its schema',
  '-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "boats_name" ON "boats" USING btree ("name");',
])("lets through %s", (statement) => expect(faults(statement)).toEqual([]));

test.each([
  ['ALTER TABLE "boats" DROP COLUMN "length";', "changes what a version before it reads or writes"],
  ['ALTER TABLE "boats" RENAME COLUMN "length" TO "feet";', "changes what"],
  ['ALTER TABLE "boats" ALTER COLUMN "length" SET DATA TYPE bigint;', "changes what"],
  ['ALTER TABLE "boats" ALTER COLUMN "length" SET NOT NULL;', "changes what"],
  ['ALTER TABLE "boats" ADD COLUMN "length" integer NOT NULL;', "changes what"],
  ['ALTER TABLE "boats" ADD COLUMN "name" text, DROP COLUMN "length";', "changes what"],
  ['ALTER TABLE "boats" ADD CONSTRAINT "one" UNIQUE ("name");', "changes what"],
  ['DROP TABLE "boats";', "changes what"],
  ['DROP INDEX "boats_name";', "changes what"],
  ["update boats set length = 1;", "changes what"],
  ["create table harbours (name text);\ndrop table boats;", "changes what"],
  ['CREATE INDEX "boats_name" ON "boats" USING btree ("name");', "create it concurrently"],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "boats_name" ON "boats" ("name");', "needs the first line"],
  ['-- outside a transaction\nCREATE INDEX CONCURRENTLY "boats_name" ON "boats" ("name");', 'needs "if not exists"'],
  ["-- outside a transaction\ncreate table harbours (name text);", "would be half done"],
  ['DROP TABLE "boats";\n-- 1.1.0 works with this: a reason about an earlier release', "changes what"],
])("stops %s", (statement, fault) => {
  expect(faults(statement)).toEqual([expect.stringContaining(fault)]);
});
