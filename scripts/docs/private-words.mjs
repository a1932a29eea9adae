// The words of our private dialect in names that our code declares. `node scripts/docs/private-words.mjs [FOLDER]` lists them;
// with --lower it lowers the figures that the test compares with (private-words.json), and never raises one.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { filesBelow } from "./files-below.mjs";

const root = join(import.meta.dirname, "../..");
const figuresFile = join(import.meta.dirname, "private-words.json");

/** Each has a plain verb or noun that says what is meant: notify, report, receive, requested, check, chunk, consume, read, accept. */
const words =
  "tell|tells|told|hear|hears|heard|asks|asked|look|looks|looked|say|says|said|part|parts|take|takes|took|taken|kept";
const capitalized = words.replace(/(^|\|)([a-z])/g, (_, before, letter) => before + letter.toUpperCase());
/** A word of a name in camel case, or in capitals: `told`, `isTold`, `toldAt`, `TOLD_AT`; not `lookup`, `partial`, `askForCode`. */
const isPrivate = new RegExp(
  `(?:^|[^A-Za-z])(?:${words})(?![a-z])|(?:${capitalized})(?![a-z])|(?:^|_)(?:${words.toUpperCase()})(?:_|$)`,
);

/** Of a web address the slashes are no comment. Only a filter: what it leaves is parsed. */
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;

const declarations = new Set([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.EnumMember,
]);

/**
 * The name that a node declares. What is only destructured, imported or assigned has been declared elsewhere.
 * @param {ts.Node} node
 * @returns {ts.Node | undefined}
 */
const declaredName = (node) => {
  // The set says that these have names.
  if (declarations.has(node.kind)) return /** @type {ts.NamedDeclaration} */ (node).name;
  return ts.isBindingElement(node) && node.propertyName !== undefined ? node.name : undefined;
};

/**
 * The names with such a word that a file declares, each with its line.
 * @param {string} path
 * @param {string} text
 * @returns {{ name: string, line: number }[]}
 */
export const privateWords = (path, text) => {
  // Most files have none, and need not be parsed.
  if (!isPrivate.test(text) || !isPrivate.test(text.replace(comments, ""))) return [];
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(
    path,
    text,
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
    kind,
  );
  /** @type {{ name: string, line: number }[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const name = declaredName(node);
    if (name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) && isPrivate.test(name.text))
      found.push({ name: name.text, line: file.getLineAndCharacterOfPosition(name.pos).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** The app, the package or the folder at the top that a file belongs to. */
const ownerOf = (/** @type {string} */ path) => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path;

/**
 * The names in all our TypeScript and JavaScript, by app, package or folder at the top.
 * @returns {Map<string, string[]>}
 */
export const allPrivateWords = () => {
  /** @type {Map<string, string[]>} */
  const all = new Map();
  for (const path of ["apps", "packages", "programs", "e2e", "bench", "scripts"].flatMap(filesBelow)) {
    if (!/\.(?:tsx?|mjs)$/.test(path)) continue;
    const names = privateWords(path, readFileSync(join(root, path), "utf8"));
    const owner = ownerOf(path);
    all.set(owner, [...(all.get(owner) ?? []), ...names.map(({ name, line }) => `${path}:${line} ${name}`)]);
  }
  return all;
};

/**
 * How many names each may have at most.
 * @returns {Record<string, number>}
 */
export const allowedCounts = () => JSON.parse(readFileSync(figuresFile, "utf8"));

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [argument] = process.argv.slice(2);
  const all = allPrivateWords();
  if (argument === "--lower") {
    const before = allowedCounts();
    const counts = [...all].map(([owner, names]) => [owner, Math.min(names.length, before[owner] ?? 0)]).sort();
    writeFileSync(figuresFile, `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`);
  } else {
    const listed = [...all.values()].flat().filter((line) => line.startsWith(argument ?? ""));
    process.stdout.write(listed.map((line) => `${line}\n`).join(""));
  }
}
