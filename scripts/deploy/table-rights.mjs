// Which tables each role of the server reads and writes, from what its code can reach: every declaration that a role's routes, jobs,
// workers and registrations name, and what those name in turn. `npm run db:rights` writes the result, which `migrate-database` grants.
// It errs on the side of a right too many: a name counts wherever it stands, and a table that is passed on counts as written.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { root } from "../lib/run.mjs";
import { entries, placeOf } from "./role-entries.mjs";
import { readServer, resolve, tableNames } from "./server-declarations.mjs";

/** @typedef {"select" | "insert" | "update" | "delete"} Right */
/** @typedef {Record<string, Record<string, Right[]>>} Rights role → table → rights */
/** @typedef {import("./server-declarations.mjs").Place} Place */
/** @typedef {import("./server-declarations.mjs").Server} Server */

/** @type {readonly Right[]} */
const all = ["select", "insert", "update", "delete"];
/** Calls that only read a table which they are given. */
const reads = new Set([
  "from",
  "innerJoin",
  "leftJoin",
  "rightJoin",
  "fullJoin",
  "crossJoin",
  "alias",
  "getTableColumns",
  "aliasedTable",
  "shownTribeName",
  "searchedWords",
]);
/** What a process does whatever its roles are. */
const everyProcess = ["start/start-tribe.ts#startTribe", "start/build-server.ts#buildServer", "http/app.ts#buildApp"];
/** Reached from there, and done by some roles alone, or in local mode. */
const notByAll = [
  "collectModules",
  "createPorts",
  "createMissingRecords",
  "migrateDatabase",
  "serveCoSigner",
  "startJobRunner",
  "setUpFactory",
];
/** What `context/ports.ts` offers → where it is made (`start/modules/ports.ts`). */
const ports = /** @type {const} */ ({
  callers: ["modules/identity/index.ts#createCallers"],
  walletTokens: ["modules/wallet/index.ts#createWalletTokens"],
  realtimeTokens: ["modules/system/index.ts#createRealtimeTokens"],
  tokensOf: ["modules/identity/index.ts#personByUid", "start/modules/ports.ts#createPorts"],
  pause: ["modules/system/index.ts#readServerPause"],
  transactionTraces: ["modules/transactions/index.ts#tracesOfTransactions"],
});
/** Tables with a trigger that writes to the outbox (migrations/0032_access_lost.sql), with the rights of whoever changes a row. */
const doubted = ["seats", "sessions", "tokens"];

/**
 * What a declaration names, and what it does with tables.
 * @param {Server} server
 * @param {Place} place
 */
const examine = (server, place) => {
  const found = server.get(place.file);
  const declaration = found?.declarations.get(place.name);
  /** @type {Place[]} */
  const named = [];
  /** @type {Map<string, Set<Right>>} */
  const rights = new Map();
  /** @type {string[]} */
  const passed = [];
  if (!found || !declaration || found.tables.has(place.name)) return { named, rights, passed };
  const { text } = declaration;
  const locks = /\.for\(\s*"|\bfor (?:no key )?(?:update|share)\b|\bfor key share\b/.test(text);
  const overwrites = /onConflictDoUpdate|on conflict[\s\S]{0,200}do update/.test(text);
  const give = (/** @type {string} */ table, /** @type {readonly Right[]} */ given) => {
    const own = rights.get(table) ?? new Set();
    for (const right of [
      "select",
      ...given,
      ...(locks ? ["update"] : []),
      ...(overwrites && given.includes("insert") ? ["update"] : []),
    ])
      own.add(/** @type {Right} */ (right));
    rights.set(table, own);
  };
  const ofText = (/** @type {string} */ before) =>
    /\binsert into\s*$/i.test(before)
      ? ["insert"]
      : /\bupdate\s*$/i.test(before) && !/\bfor update\s*$/i.test(before)
        ? ["update"]
        : /\bdelete from\s*$/i.test(before)
          ? ["delete"]
          : [];
  const asTable = (/** @type {ts.Identifier} */ node, /** @type {string} */ table) => {
    const { parent } = node;
    if (ts.isCallExpression(parent) && parent.expression !== node) {
      const callee = ts.isPropertyAccessExpression(parent.expression)
        ? parent.expression.name.text
        : parent.expression.getText();
      if (callee === "insert" || callee === "insertMany" || callee === "insertOf") return give(table, ["insert"]);
      if (callee === "update" || callee === "delete") return give(table, [callee]);
      if (reads.has(callee)) return give(table, []);
      passed.push(`${place.file}#${place.name}: ${table} to ${callee}`);
      return give(table, all);
    }
    if (ts.isTemplateSpan(parent)) {
      const template = parent.parent;
      const index = template.templateSpans.indexOf(parent);
      const before = index === 0 ? template.head.text : (template.templateSpans[index - 1]?.literal.text ?? "");
      return give(table, /** @type {Right[]} */ (ofText(before)));
    }
    if (ts.isPropertyAccessExpression(parent) || ts.isSpreadAssignment(parent)) return give(table, []);
    // `const { mint } = tokens`: columns.
    if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) return give(table, []);
    // `select({ token: tokens })`.
    if ((ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) && isSelected(parent))
      return give(table, []);
    passed.push(`${place.file}#${place.name}: ${table}`);
    return give(table, all);
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteral(specifier) && specifier.text.startsWith(".")) {
        const file = join(dirname(place.file), specifier.text);
        for (const name of [
          ...(server.get(file)?.declarations.keys() ?? []),
          ...(server.get(file)?.exports.keys() ?? []),
        ])
          named.push({ file, name });
      }
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      for (const [, words = "", table = ""] of node.text.matchAll(
        /\b(from|join|insert into|update|delete from)\s+"?(\w+)"?/gi,
      ))
        if (tableNames(server).has(table)) give(table, /** @type {Right[]} */ (ofText(`${words} `)));
    // A list of names for one statement: `delete from ${sql.identifier(table)}`.
    if (ts.isStringLiteral(node) && text.includes("sql.identifier(") && tableNames(server).has(node.text))
      give(node.text, /delete from \$\{sql\.identifier\(/.test(text) ? ["delete"] : all);
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      if (Object.hasOwn(ports, node.text) && !place.file.includes("/start/"))
        for (const entry of ports[/** @type {keyof typeof ports} */ (node.text)]) named.push(placeOf(entry));
      const isMember =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node);
      if (!isMember) {
        const target = resolve(server, { file: place.file, name: node.text });
        const table = target && server.get(target.file)?.tables.get(target.name);
        if (table) asTable(node, table);
        else if (target && !(target.file === place.file && target.name === place.name)) named.push(target);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(declaration.node);
  return { named, rights, passed };
};

/** Whether a member stands in the argument of a `select`. */
const isSelected = (/** @type {ts.Node} */ member) => {
  const call = member.parent.parent;
  return ts.isCallExpression(call) && /\bselect(?:Distinct|DistinctOn)?$/.test(call.expression.getText());
};

/**
 * Those of the newest release, whose processes run beside the new ones during an upgrade: a copy of `table-rights.json` as it was.
 * @returns {Rights}
 */
const releasedRights = () => {
  const file = join(root, "deploy/released-table-rights.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
};

/**
 * The rights of each role, and the places at which a table was passed on to a function that this script does not know.
 * @param {Server} server
 * @returns {{ rights: Rights, passed: readonly string[] }}
 */
export const rightsOfRoles = (server = readServer()) => {
  /** @type {Map<string, ReturnType<typeof examine>>} */
  const examined = new Map();
  const about = (/** @type {Place} */ place) => {
    const key = `${place.file}#${place.name}`;
    const known = examined.get(key) ?? examine(server, place);
    examined.set(key, known);
    return known;
  };
  /** @type {Set<string>} */
  const passed = new Set();
  /** @type {Rights} */
  const rights = {};
  for (const [role, begin] of Object.entries(entries(server))) {
    const seen = new Set();
    /** @type {Map<string, Set<Right>>} */
    const own = new Map();
    const waiting = [...begin, ...everyProcess.map(placeOf)];
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      const at = resolve(server, place);
      if (!at || seen.has(`${at.file}#${at.name}`)) continue;
      seen.add(`${at.file}#${at.name}`);
      const { named, rights: found, passed: passedOn } = about(at);
      for (const each of passedOn) passed.add(each);
      for (const [table, given] of found) own.set(table, new Set([...(own.get(table) ?? []), ...given]));
      const isStart = at.file.includes("/start/") || at.file.includes("/http/app.ts");
      waiting.push(...named.filter(({ name }) => !(isStart && notByAll.includes(name))));
    }
    if (doubted.some((table) => own.get(table)?.has("update") || own.get(table)?.has("delete")))
      own.set("outbox", new Set([...(own.get("outbox") ?? []), "insert"]));
    for (const [table, given] of Object.entries(releasedRights()[role] ?? {}))
      own.set(table, new Set([...(own.get(table) ?? []), ...given]));
    rights[role] = Object.fromEntries(
      [...own]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([table, given]) => [table, all.filter((right) => given.has(right))]),
    );
  }
  return { rights, passed: [...passed].sort() };
};

/**
 * A line for each table, as the formatter has it.
 * @param {Rights} rights
 */
const inLines = (rights) => {
  const ofRole = (/** @type {Record<string, Right[]>} */ tables) =>
    Object.entries(tables).map(
      ([table, given]) => `    "${table}": [${given.map((right) => `"${right}"`).join(", ")}]`,
    );
  const blocks = Object.entries(rights).map(([role, tables]) => `  "${role}": {\n${ofRole(tables).join(",\n")}\n  }`);
  return `{\n${blocks.join(",\n")}\n}\n`;
};

/** Where the result is kept. */
export const rightsFile = join(root, "apps/server/src/db/table-rights.json");

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { rights, passed } = rightsOfRoles();
  writeFileSync(rightsFile, inLines(rights));
  for (const place of passed) process.stdout.write(`counted as written: ${place}\n`);
}
