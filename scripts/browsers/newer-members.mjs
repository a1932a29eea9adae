// Finds members of the DOM and of JavaScript that a browser of the floor (packages/domain/src/browsers/floor.ts) may lack.
import { join, resolve } from "node:path";
import bcd from "@mdn/browser-compat-data/forLegacyNode";
import ts from "typescript";
import { browserFloor } from "../../packages/domain/src/browsers/floor.ts";

/** @typedef {import("@mdn/browser-compat-data/forLegacyNode").Identifier} Identifier */
/** @typedef {import("@mdn/browser-compat-data/forLegacyNode").BrowserName} BrowserName */

const root = join(import.meta.dirname, "../..");

/** @type {Readonly<Partial<Record<BrowserName, string>>>} */
const floor = {
  safari: browserFloor.safari,
  safari_ios: browserFloor.safari,
  firefox: browserFloor.firefox,
  firefox_android: browserFloor.firefox,
  chrome: browserFloor.chromium,
  chrome_android: browserFloor.chromium,
};
const browsers = /** @type {BrowserName[]} */ (Object.keys(floor)); // as the object's own keys are

/** @param {string} version */
const parts = (version) => version.replace("≤", "").split(".").map(Number);

/** @param {string | false | null | undefined} added @param {string} oldest */
const isIn = (added, oldest) => {
  if (!added || added === "preview") return false;
  const [[major = 0, minor = 0], [most = 0, least = 0]] = [parts(added), parts(oldest)];
  return major < most || (major === most && minor <= least);
};

/**
 * The browsers of the floor that lack a part.
 * @param {Identifier} part
 * @returns {BrowserName[]}
 */
const lackedBy = (part) => {
  const support = part.__compat?.support;
  if (!support) return [];
  return browsers.filter((browser) => {
    const statements = [support[browser]].flat();
    const oldest = floor[browser] ?? "";
    return !statements.some(
      (one) =>
        one &&
        !one.flags &&
        !one.prefix &&
        !one.alternative_name &&
        isIn(one.version_added, oldest) &&
        !isIn(one.version_removed, oldest),
    );
  });
};

const { api } = bcd;
const builtins = bcd.javascript.builtins ?? {};

/**
 * What MDN knows of a member of one of these interfaces.
 * @param {readonly string[]} owners the interface that declares it, and those of what it is read from
 * @param {string} name
 * @param {boolean} isStatic
 * @returns {Identifier | undefined}
 */
const memberOf = (owners, name, isStatic) => {
  for (const owner of owners) {
    const found =
      api[owner]?.[isStatic ? `${name}_static` : name] ?? builtins[owner]?.[name] ?? builtins.Intl?.[owner]?.[name];
    if (found) return found;
  }
  return undefined;
};

/** @param {string} name */
const globalNamed = (name) => api[name] ?? api.Window?.[name] ?? builtins[name];

/**
 * The parts of a part, by their names.
 * @param {Identifier} owner
 * @returns {[string, Identifier][]}
 */
const membersOf = (owner) =>
  Object.entries(owner).flatMap(([name, part]) =>
    name === "__compat" ? [] : [[name, /** @type {Identifier} */ (part)]],
  ); // all others are

/**
 * Names of all parts that some browser of the floor lacks: most of a program need not be asked about.
 * @type {Set<string>}
 */
const suspects = new Set();
for (const owners of [api, builtins, builtins.Intl ?? {}])
  for (const [name, owner] of membersOf(owners)) {
    if (lackedBy(owner).length > 0) suspects.add(name);
    for (const [member, part] of membersOf(owner))
      if (lackedBy(part).length > 0) suspects.add(member.replace(/_static$/, ""));
  }

/** @param {ts.Node} declaration */
const isOfBrowser = (declaration) => /\/typescript\/lib\/lib\.[^/]*\.d\.ts$/.test(declaration.getSourceFile().fileName);

/**
 * The interfaces whose member a declaration may be: its own, and where that is a mixin, those of the value it is read from.
 * @param {ts.Type | null} type
 * @returns {string[]}
 */
const namesOf = (type) => {
  if (!type) return [];
  if (type.isUnionOrIntersection()) return type.types.flatMap(namesOf);
  const name = type.symbol?.name;
  const bases = type.isClassOrInterface() ? (type.getBaseTypes() ?? []) : [];
  return [...(name ? [name] : []), ...bases.flatMap(namesOf)];
};

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol | undefined} symbol
 * @param {ts.Type | null} from the type of what a member is read from; null for a global
 * @returns {{ readonly name: string, readonly part: Identifier } | null}
 */
const partOf = (checker, symbol, from) => {
  const declaration = symbol?.declarations?.find(isOfBrowser);
  if (!symbol || !declaration) return null;
  const { parent } = declaration;
  if (ts.isInterfaceDeclaration(parent)) {
    const own = parent.name.text;
    const isConstructor = own.endsWith("Constructor");
    const owner = own.replace(/Constructor$/, "");
    const receiver = from ? namesOf(checker.getApparentType(from)) : [];
    const owners = [owner, ...receiver.map((name) => name.replace(/Constructor$/, ""))];
    const known = owners.find((one) => memberOf([one], symbol.name, isConstructor)) ?? owner;
    const part = memberOf([known], symbol.name, isConstructor);
    return part ? { name: `${known}.${symbol.name}`, part } : null;
  }
  // `declare var AbortSignal: { prototype: AbortSignal; any(…): … }`
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent) && ts.isIdentifier(parent.parent.name)) {
    const owner = parent.parent.name.text;
    const part = memberOf([owner], symbol.name, true);
    return part ? { name: `${owner}.${symbol.name}`, part } : null;
  }
  const part = globalNamed(symbol.name);
  return part && !from ? { name: symbol.name, part } : null;
};

/**
 * The members in one source that the floor may lack, with their places.
 * @param {ts.TypeChecker} checker
 * @param {ts.SourceFile} source
 */
const newerIn = (checker, source) => {
  /** @type {{ readonly member: string, readonly lackedBy: readonly BrowserName[], readonly at: string }[]} */
  const found = [];
  /** @param {ts.Node} node @param {ts.Symbol | undefined} symbol @param {ts.Type | null} from */
  const note = (node, symbol, from) => {
    const known = partOf(checker, symbol, from);
    const lacking = known ? lackedBy(known.part) : [];
    if (!known || lacking.length === 0) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ member: known.name, lackedBy: lacking, at: `${source.fileName.slice(root.length + 1)}:${line + 1}` });
  };
  /** @param {ts.Node} node @returns {void} */
  const visit = (node) => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isPropertyAccessExpression(node)) {
      if (suspects.has(node.name.text))
        note(node.name, checker.getSymbolAtLocation(node.name), checker.getTypeAtLocation(node.expression));
      visit(node.expression);
      return;
    }
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name) && suspects.has(name.text)) {
        const from = checker.getTypeAtLocation(node.parent);
        note(name, checker.getPropertyOfType(from, name.text), from);
      }
      ts.forEachChild(node, visit);
      return;
    }
    if (ts.isIdentifier(node) && suspects.has(node.text) && isRead(node))
      note(node, checker.getSymbolAtLocation(node), null);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** Whether an identifier stands for a value, and not for a name in an object or declaration. @param {ts.Identifier} node */
const isRead = ({ parent }) =>
  !(ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isJsxAttribute(parent));

/**
 * All that a page's script and what it loads of ours use, and a browser of the floor may lack. Libraries are not looked at.
 * @param {string} project a folder with tsconfig.json
 * @param {readonly string[]} entries what the browser loads first, from the repository's root on, or whole
 */
export const newerMembers = (project, entries) => {
  const file = join(root, project, "tsconfig.json");
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, ts.sys.readFile).config,
    ts.sys,
    join(root, project),
  );
  const program = ts.createProgram(
    entries.map((entry) => resolve(root, entry)),
    // What Vite and Node declare takes seconds to read, and is no browser's.
    { ...options, types: [], incremental: false, noEmit: true },
  );
  const checker = program.getTypeChecker();
  return program
    .getSourceFiles()
    .filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && !fileName.includes("/node_modules/"))
    .flatMap((source) => newerIn(checker, source));
};
