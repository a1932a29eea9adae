// Which statements of a migration need a reviewed reason, because code of the newest release runs on the same tables meanwhile, or
// because they hold up its traffic: docs/decisions/0218-migrations-are-a-step-of-their-own.md.

/** @typedef {{ release: string, tables: ReadonlySet<string> }} Released the newest release and the tables that it has */

/** First line of a migration that runs outside of a transaction (`apps/server/src/db/migration-files.ts`). */
const outsideMark = "-- outside a transaction";

const name = String.raw`"?(?:public"?\."?)?(\w+)"?`;
const pattern = (/** @type {string} */ text) =>
  new RegExp(`^${text.replaceAll(" ", String.raw`\s+`).replaceAll("NAME", name)}`, "i");

const createTable = pattern("create (?:unlogged )?table (?:if not exists )?NAME");
const createIndex = pattern("create (?:unique )?index (concurrently )?(if not exists )?NAME on (?:only )?NAME");
const alterTable = pattern("alter table (?:only )?NAME (.*)$");
const insertInto = pattern("insert into NAME");
const harmless = pattern("(?:create type|comment on|create (?:or replace )?view|create sequence) ");
/**
 * A new column that old code need not know: null, or what its default says.
 * @param {string} change of an `alter table`
 */
const isOptionalColumn = (change) =>
  /^add column\s/i.test(change) &&
  !/\b(unique|primary key|references|check|generated)\b/i.test(change) &&
  !/,\s*(add|drop|alter)\b/i.test(change) &&
  (/\bdefault\b/i.test(change) || !/\bnot null\b/i.test(change));

const withoutComments = (/** @type {string} */ statement) => statement.replace(/^\s*--.*$/gm, "").trim();

/**
 * The tables that migrations create.
 * @param {readonly string[]} texts
 */
export const tablesOf = (texts) =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(new RegExp(createTable.source.slice(1), "gi"))].map(([, table = ""]) => table),
    ),
  );

/**
 * @param {string} statement without comments
 * @param {boolean} isOutside
 * @param {Released} released
 * @returns {string | null} what is wrong with it
 */
const faultOf = (statement, isOutside, { tables }) => {
  const index = createIndex.exec(statement);
  if (index) {
    const [, concurrently, ifMissing, , table = ""] = index;
    if (concurrently) {
      if (!isOutside) return `needs the first line "${outsideMark}"`;
      return ifMissing ? null : 'needs "if not exists", as an interrupted migration is begun anew';
    }
    if (isOutside) return "would be half done when it is interrupted";
    return tables.has(table) ? "keeps writers from a table that is in use: create it concurrently" : null;
  }
  if (isOutside) return "would be half done when it is interrupted";
  if (createTable.test(statement) || harmless.test(statement)) return null;
  const [, inserted] = insertInto.exec(statement) ?? [];
  if (inserted && !tables.has(inserted)) return null;
  const [, table = "", change = ""] = alterTable.exec(statement.replace(/\s+/g, " ")) ?? [];
  if (table && !tables.has(table)) return null;
  if (isOptionalColumn(change)) return null;
  return "changes what a version before it reads or writes";
};

/**
 * The statements of a migration that a version of the newest release may not survive, and that give no reason why it does.
 * @param {string} text the migration
 * @param {Released} released
 * @returns {string[]} each with its fault
 */
export const unsafeStatements = (text, released) => {
  const isOutside = text.startsWith(outsideMark);
  const reason = new RegExp(`^\\s*-- ${released.release.replaceAll(".", "\\.")} works with this: \\S`, "m");
  return text.split("--> statement-breakpoint").flatMap((piece) => {
    if (reason.test(piece)) return [];
    return withoutComments(piece)
      .split(/;\s*(?:\n|$)/)
      .filter(Boolean)
      .flatMap((statement) => {
        const fault = faultOf(statement, isOutside, released);
        return fault ? [`${statement.split("\n")[0]} … ${fault}`] : [];
      });
  });
};
