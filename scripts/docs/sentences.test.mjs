import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { filesBelow } from "./files-below.mjs";

// Sentences that code decides to show belong in the catalogue, `packages/domain/src/words` (docs/decisions/0131): this test
// searches the places where code shows sentences. Labels and static text stay in their components.

/** Errors whose message a person reads. */
const shownErrors = new Set(["WalletError", "SignerError", "PushError", "StorageError", "ApiError"]);
/** A file without any of these shows no sentences, and need not be parsed. */
const mayShow = /toast|Error\(|refused\(|rejectAll\(|tone:/;
const showingCalls = /^(toast(\.\w+)?|refused|rejectAll)$/;

/** At least two words, the second one in lower case: not a name, code or class. */
const isSentence = (/** @type {string} */ text) => /[A-Za-z]{2,} [a-z]/.test(text);

/**
 * The literals of all branches of an expression.
 * @param {ts.Expression} node
 * @returns {ts.Node[]}
 */
const literalsOf = (node) => {
  if (ts.isStringLiteralLike(node)) return isSentence(node.text) ? [node] : [];
  if (ts.isTemplateExpression(node)) {
    const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    return texts.some(isSentence) ? [node] : [];
  }
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? literalsOf(property.initializer) : [],
    );
  return [];
};

/**
 * The sentences that this node itself shows to a person.
 * @param {ts.Node} node
 * @returns {ts.Node[]}
 */
const sentencesOf = (node) => {
  if (ts.isNewExpression(node) && shownErrors.has(node.expression.getText()))
    return (node.arguments ?? []).flatMap(literalsOf);
  if (ts.isCallExpression(node) && showingCalls.test(node.expression.getText()))
    return node.arguments.flatMap(literalsOf);
  // The wallet's warnings.
  if (ts.isObjectLiteralExpression(node)) {
    const named = new Map(
      node.properties.flatMap((property) =>
        ts.isPropertyAssignment(property) ? [[property.name.getText(), property.initializer]] : [],
      ),
    );
    const text = named.get("text");
    return named.has("tone") && text ? literalsOf(text) : [];
  }
  return [];
};

/**
 * @param {string} file
 * @returns {string[]}
 */
const sentencesIn = (file, text = readFileSync(join(import.meta.dirname, "../..", file), "utf8")) => {
  if (!mayShow.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const found = [];
  const walk = (/** @type {ts.Node} */ node) => {
    for (const sentence of sentencesOf(node))
      found.push(`${file}:${source.getLineAndCharacterOfPosition(sentence.getStart()).line + 1} ${sentence.getText()}`);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return [...new Set(found)];
};

test("errors, warnings and notices take their sentences from the catalogue", () => {
  const files = ["apps/web/src", "apps/signer/src"]
    .flatMap(filesBelow)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => sentencesIn(file))).toEqual([]);
});

test("finds a sentence in each of these places", () => {
  const examples = [
    'toast.error(isOff ? "The line is broken" : texts.on)',
    'throw new WalletError("refused", `This is another`)',
    'const notice = { tone: "note", text: "Nothing was sent" }',
    'toast("Gone", { description: "It goes for all" })',
  ];
  expect(examples.map((code) => sentencesIn("x.ts", code).length)).toEqual([1, 1, 1, 1]);
  expect(
    sentencesIn("x.ts", 'const label = "Send it now"; toast(texts.sent); throw new Error("an inner word")'),
  ).toEqual([]);
});
