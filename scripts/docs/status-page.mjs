// Checks docs/status.md: every test that a row names must exist.
import ts from "typescript";

/** Test functions of vitest: `it`, `it.each(…)`, `describe.runIf(…)` … begin with one of these. */
const testWords = new Set(["it", "test", "describe"]);

/** @param {ts.Expression} node */
const rootOf = (node) => {
  let inner = node;
  while (ts.isCallExpression(inner) || ts.isPropertyAccessExpression(inner)) inner = inner.expression;
  return ts.isIdentifier(inner) ? inner.text : "";
};

/**
 * Titles of all tests and suites in a file's text; a template's variables stand as `…`.
 * @param {string} text
 */
export const titlesIn = (text) => {
  /** @type {string[]} */
  const titles = [];
  const words = new Set(testWords);
  /** @param {ts.Node} node */
  const visit = (node) => {
    // `const withBrowser = it.skipIf(…)` defines a test function, too.
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      if (words.has(rootOf(node.initializer))) words.add(node.name.text);
    if (ts.isCallExpression(node) && words.has(rootOf(node.expression))) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
      if (title && ts.isTemplateExpression(title))
        titles.push([title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].join("…"));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("test.tsx", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX));
  return titles;
};

const states = ["done", "partly", "not yet", "departs", "left out"];

/**
 * The rows of the page's tables that have a state, with their line's number.
 * @param {string} page
 */
const rowsOf = (page) =>
  page.split("\n").flatMap((line, index) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, what = "", state = "", shown = ""] = cells;
    // The table of counts has a number in the third place.
    return cells.length === 5 && states.includes(state) ? [{ line: index + 1, what, state, shown }] : [];
  });

/** A name in brackets, or a title in double quotes, which belongs to the name before it. */
const mentions = /\[([^\]]+)\]|"([^"]+)"/g;

/**
 * @param {string} title
 * @param {readonly string[]} titles
 */
const isShownBy = (title, titles) =>
  title.endsWith("…") ? titles.some((known) => known.startsWith(title.slice(0, -1))) : titles.includes(title);

/**
 * All faults of the page, one sentence each.
 * @param {string} page
 * @param {(path: string) => string | null} readFile text of a file by its path from `docs`, null when there is none.
 */
export const faultsOf = (page, readFile) => {
  const files = new Map([...page.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, name = "", path = ""]) => [name, path]));
  /** @type {Map<string, string[]>} */
  const titles = new Map();
  /** @type {string[]} */
  const faults = [];
  for (const [name, path] of files) {
    const text = readFile(path);
    if (text === null) faults.push(`[${name}] points to ${path}, which is not there`);
    else if (/\.test\.tsx?$/.test(path)) titles.set(name, titlesIn(text));
  }
  const rows = rowsOf(page);
  /** @type {Set<string>} */
  const used = new Set();
  for (const { line, what, state, shown } of rows) {
    /** @param {string} fault */
    const report = (fault) => faults.push(`line ${line}, ${what}: ${fault}`);
    /** @type {string | null} */
    let name = null;
    let tests = 0;
    for (const [, bracket, title] of shown.matchAll(mentions)) {
      if (bracket !== undefined) {
        name = bracket;
        used.add(name);
        if (!files.has(name)) report(`[${name}] is defined nowhere`);
        if (titles.has(name)) tests += 1;
      } else if (name !== null && title !== undefined) {
        const known = titles.get(name);
        if (known && !isShownBy(title, known)) report(`[${name}] has no test "${title}"`);
      }
    }
    if (state === "done" && tests === 0) report("is done, and names no test");
  }
  for (const state of states) {
    const counted = rows.filter((row) => row.state === state).length;
    if (!page.includes(`\n| ${state} | ${counted} |`))
      faults.push(`the table of counts is not so: ${state} ${counted}`);
  }
  if (!page.includes(`\n| all | ${rows.length} |`)) faults.push(`the table of counts is not so: all ${rows.length}`);
  const body = page.replace(/^\[[^\]]+\]: .*$/gm, "");
  for (const known of files.keys())
    if (!used.has(known) && !body.includes(`[${known}]`)) faults.push(`[${known}] is used nowhere`);
  return faults;
};
