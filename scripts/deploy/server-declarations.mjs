// The server's top-level declarations, and where a name of a file is declared: what `table-rights.mjs` follows.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { filesBelow } from "../docs/files-below.mjs";
import { root } from "../lib/run.mjs";

/** @typedef {{ file: string, name: string }} Place */
/** @typedef {{ node: ts.Node, text: string }} Declaration */
/** @typedef {{ declarations: Map<string, Declaration>, imports: Map<string, Place>, exports: Map<string, Place>, tables: Map<string, string> }} Module */

/** The server's sources. */
export const source = "apps/server/src";

const serverFiles = filesBelow(source).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file),
);

/**
 * @param {string} file
 * @returns {Module}
 */
const parse = (file) => {
  const code = ts.createSourceFile(
    file,
    readFileSync(join(root, file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  /** @type {Module} */
  const found = { declarations: new Map(), imports: new Map(), exports: new Map(), tables: new Map() };
  const target = (/** @type {ts.Expression | undefined} */ specifier) =>
    specifier && ts.isStringLiteral(specifier) && specifier.text.startsWith(".")
      ? join(dirname(file), specifier.text)
      : null;
  for (const statement of code.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = target(statement.moduleSpecifier);
      const bindings = statement.importClause?.namedBindings;
      if (from && bindings && ts.isNamedImports(bindings))
        for (const { name, propertyName } of bindings.elements)
          found.imports.set(name.text, { file: from, name: (propertyName ?? name).text });
    } else if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    ) {
      const from = target(statement.moduleSpecifier) ?? file;
      for (const { name, propertyName } of statement.exportClause.elements)
        found.exports.set(name.text, { file: from, name: (propertyName ?? name).text });
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) found.declarations.set(statement.name.text, { node: statement, text: statement.getText() });
    } else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        const names = ts.isIdentifier(declaration.name)
          ? [declaration.name.text]
          : declaration.name.elements.flatMap((each) =>
              ts.isBindingElement(each) && ts.isIdentifier(each.name) ? [each.name.text] : [],
            );
        for (const name of names) found.declarations.set(name, { node: declaration, text: declaration.getText() });
        const [, table] = /^\w+ = pgTable\(\s*"(\w+)"/.exec(declaration.getText()) ?? [];
        if (table && names[0]) found.tables.set(names[0], table);
      }
    }
  }
  return found;
};

/** The parsed server. */
export const readServer = () => new Map(serverFiles.map((file) => [file, parse(file)]));

/** @typedef {ReturnType<typeof readServer>} Server */

/**
 * Where a name of a file is declared, through imports and re-exports.
 * @param {Server} server
 * @param {Place} place
 * @returns {Place | null}
 */
export const resolve = (server, { file, name }) => {
  const found = server.get(file);
  if (!found) return null;
  if (found.declarations.has(name)) return { file, name };
  const next = found.imports.get(name) ?? found.exports.get(name);
  return next && !(next.file === file && next.name === name) ? resolve(server, next) : null;
};

/** @type {WeakMap<Server, Set<string>>} */
const namesOfTables = new WeakMap();
/** The tables that the server's schemas define, under the database's names. */
export const tableNames = (/** @type {Server} */ server) => {
  const known =
    namesOfTables.get(server) ?? new Set([...server.values()].flatMap(({ tables }) => [...tables.values()]));
  namesOfTables.set(server, known);
  return known;
};
