import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { root as ours } from "../lib/run.mjs";
import { hashFor, inputLines, openPassedInputs, suiteFiles, thisNode } from "./passed-inputs.mjs";

/** @type {string} */
let root;
/**
 * Writes a file of the small repository.
 * @param {string} path
 * @param {string | object} content
 */
const put = (path, content) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
};

/** Versions of the packages that the suites load, and of one that only the page does. */
const lock = (versions = { codec: "1.0.0", bytes: "1.0.0", vitest: "4.0.0", page: "1.0.0" }) => ({
  packages: {
    "packages/chain": { version: "0.1.0" },
    "node_modules/@tribe/chain": { link: true, resolved: "packages/chain" },
    "node_modules/@field/codec": { version: versions.codec, integrity: "sha512-a", dependencies: { bytes: "*" } },
    "node_modules/@field/codec/node_modules/bytes": { version: versions.bytes, integrity: "sha512-b" },
    "node_modules/bytes": { version: "9.9.9", integrity: "sha512-c" },
    "node_modules/vitest": { version: versions.vitest, integrity: "sha512-d" },
    "node_modules/tsx": { version: "4.0.0", integrity: "sha512-e" },
    "node_modules/page": { version: versions.page, integrity: "sha512-f" },
  },
});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tribe-inputs-"));
  for (const name of ["fixed-seed", "wait-for", "put-back"]) put(`scripts/testing/${name}.ts`, "export {};");
  put("scripts/lib/rust.mjs", "export {};");
  put("scripts/interop/agree.ts", 'import "./cases.ts";');
  put("scripts/interop/cases.ts", "export {};");
  put("vitest.config.ts", "export default {};");
  put("tsconfig.json", {});
  put("tsconfig.base.json", {});
  put("package-lock.json", lock());
  put("node_modules/@field/codec/package.json", { name: "@field/codec", main: "index.js" });
  put("node_modules/@field/codec/index.js", "export const codec = 1;");
  mkdirSync(join(root, "node_modules/@tribe"), { recursive: true });
  symlinkSync(join(root, "packages/chain"), join(root, "node_modules/@tribe/chain"));
  put("packages/chain/package.json", { name: "@tribe/chain", type: "module", exports: { "./*": "./src/*/index.ts" } });
  put("packages/chain/src/messages/index.ts", 'export * from "./sell.ts";');
  put(
    "packages/chain/src/messages/sell.ts",
    'export const sell = new URL("../../vectors/sell.json", import.meta.url);',
  );
  put("packages/chain/vectors/sell.json", {});
  put("packages/chain/src/unrelated.ts", "export {};");
  put("packages/localnet/src/ledger.ts", 'import { codec } from "@field/codec"; export const ledger = codec;');
  put("packages/localnet/README.md", "");
  put("programs/README.md", "");
  put(
    "packages/localnet/tests/ledger.test.ts",
    'import { ledger } from "../src/ledger.ts"; console.log(ledger, new URL("../README.md", import.meta.url));',
  );
  put(
    "programs/curve/tests/sell.test.ts",
    `import { sell } from "@tribe/chain/messages";
     const command = new URL("../../../scripts/deploy/factory.ts", import.meta.url);
     const bytes = (name) => new URL(\`../../artifacts/\${name}.so\`, import.meta.url);
     console.log(sell, command, bytes("curve"));`,
  );
  put("programs/curve/src/lib.rs", "fn sell() {}");
  put("programs/artifacts/curve.so", "bytes");
  put("programs/artifacts/reproduced.json", {});
  put("programs/target/debug/made", "");
  put("scripts/deploy/factory.ts", 'import "./steps.ts";');
  put("scripts/deploy/steps.ts", "export {};");
  put("interop/curve.json", {});
  put("apps/web/src/page.ts", "export {};");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const hash = async () => hashFor(await inputLines(root), "node 24");
/** The hash of the small repository as it was made: the same every time, wherever it lies. */
let untouched = "";
beforeEach(async () => {
  untouched ||= await hash();
});

test.each([
  ["a source", "packages/localnet/src/ledger.ts", "export const ledger = 2;"],
  ["a test", "packages/localnet/tests/ledger.test.ts", "export {};"],
  ["an added test", "packages/localnet/tests/more.test.ts", "export {};"],
  ["an added fixture that nothing names", "programs/curve/tests/fixtures/account.json", "{}"],
  ["a file that another package's module imports", "packages/chain/src/messages/sell.ts", "export const sell = 2;"],
  ["a file that such a module reads by its path", "packages/chain/vectors/sell.json", "[]"],
  ["a script that a test starts", "scripts/deploy/factory.ts", "export {};"],
  ["what such a script imports", "scripts/deploy/steps.ts", "export const steps = 2;"],
  [
    "a package's exports",
    "packages/chain/package.json",
    '{ "name": "@tribe/chain", "exports": { "./messages": "./src/messages/sell.ts" } }',
  ],
  ["a text that a test reads", "packages/localnet/README.md", "More."],
  ["a program's source", "programs/curve/src/lib.rs", "fn sell() { panic!() }"],
  ["a program's bytes", "programs/artifacts/curve.so", "other bytes"],
  ["a shared vector", "interop/curve.json", "[]"],
  ["what compares Rust with TypeScript", "scripts/interop/cases.ts", "export const cases = 2;"],
  ["a file that sets tests up", "scripts/testing/put-back.ts", "export const set = 2;"],
  ["Vitest's settings", "vitest.config.ts", "export default { test: {} };"],
])("the hash changes with %s", async (_, path, content) => {
  put(path, content);
  expect(await hash()).not.toBe(untouched);
});

test.each([
  ["a file of the page", "apps/web/src/page.ts", "export const page = 2;"],
  ["a module that no test imports", "packages/chain/src/unrelated.ts", "export const unrelated = 2;"],
  ["a text for people", "programs/README.md", "More."],
  ["the proof of a build, which a run writes itself", "programs/artifacts/reproduced.json", '{ "setup": "" }'],
  ["what cargo made", "programs/target/debug/made", "bytes"],
  [
    "a package's file, which its entry in the lock stands for",
    "node_modules/@field/codec/index.js",
    "export const codec = 2;",
  ],
])("the hash does not change with %s", async (_, path, content) => {
  put(path, content);
  expect(await hash()).toBe(untouched);
});

test("the hash changes with the lock's entry of a package, of one that this needs, and of the runner, and with no other", async () => {
  const versions = { codec: "1.0.0", bytes: "1.0.0", vitest: "4.0.0", page: "1.0.0" };
  for (const name of /** @type {const} */ (["codec", "bytes", "vitest"])) {
    put("package-lock.json", lock({ ...versions, [name]: "5.0.0" }));
    expect(await hash(), name).not.toBe(untouched);
  }
  put("package-lock.json", lock({ ...versions, page: "5.0.0" }));
  expect(await hash()).toBe(untouched);
});

test("the hash differs between major versions of Node", async () => {
  const lines = await inputLines(root);
  expect(hashFor(lines, "node 20")).not.toBe(hashFor(lines, "node 24"));
  expect(thisNode).toBe(`node ${process.version.slice(1).split(".")[0]}`);
});

test("an import that leads nowhere is an error, and no hash without that file", async () => {
  put("packages/localnet/src/ledger.ts", 'export * from "./gone.ts";');
  await expect(inputLines(root)).rejects.toThrow("gone.ts");
});

test("the hash differs with programs of another folder, which tests may be given", async () => {
  vi.stubEnv("TRIBE_PROGRAMS", "/elsewhere");
  expect(await hash()).not.toBe(untouched);
});

const record = () => readFileSync(join(root, "scripts/gate/passed-inputs.json"), "utf8");

test("what passed is known until an input changes, and a red run of the same inputs takes it back", async () => {
  put("scripts/gate/passed-inputs.json", {});
  const first = await openPassedInputs(root);
  expect(first.has("node 24")).toBe(false);
  expect(await first.note("node 24", true)).toBe(true);
  expect(first.has("node 24")).toBe(true);
  expect(first.has("node 20")).toBe(false);
  expect(await first.note("node 24", true)).toBe(false);

  put("programs/artifacts/curve.so", "other bytes");
  expect((await openPassedInputs(root)).has("node 24")).toBe(false);
  put("programs/artifacts/curve.so", "bytes");
  const second = await openPassedInputs(root);
  expect(second.has("node 24")).toBe(true);
  expect(await second.note("node 24", false)).toBe(true);
  expect(second.has("node 24")).toBe(false);
});

test("a run whose inputs are edited before it ends proves nothing", async () => {
  put("scripts/gate/passed-inputs.json", {});
  const passed = await openPassedInputs(root);
  put("packages/localnet/src/ledger.ts", "export const ledger = 2;");
  expect(await passed.note("node 24", true)).toBe(false);
  expect(record()).toBe("{}");
});

test("a record keeps what passed with the same inputs elsewhere, and drops what is older or written by hand", async () => {
  const lines = await inputLines(root);
  put("scripts/gate/passed-inputs.json", { "node 20": hashFor(lines, "node 20"), "node 22": "by hand" });
  const passed = await openPassedInputs(root);
  expect([passed.has("node 20"), passed.has("node 22")]).toEqual([true, false]);
  await passed.note("node 24", true);
  expect(JSON.parse(record())).toEqual({ "node 20": hashFor(lines, "node 20"), "node 24": hashFor(lines, "node 24") });
});

test("a record that is missing or torn counts as none", async () => {
  const passed = await openPassedInputs(root);
  for (const torn of [null, "", "{", "null", "7"]) {
    if (torn !== null) put("scripts/gate/passed-inputs.json", torn);
    expect(passed.has("node 24")).toBe(false);
  }
  expect(await passed.note("node 24", true)).toBe(true);
});

test("inputs with an import that leads nowhere have not passed, and are not recorded", async () => {
  put("packages/localnet/src/ledger.ts", 'export * from "./gone.ts";');
  const passed = await openPassedInputs(root);
  expect(passed.has("node 24")).toBe(false);
  expect(await passed.note("node 24", true)).toBe(false);
});

test("the suites' files are found, those that a test makes or installs aside", () => {
  put("programs/target/made.test.ts", "");
  expect(suiteFiles(root)).toEqual(["packages/localnet/tests/ledger.test.ts", "programs/curve/tests/sell.test.ts"]);
});

test("of this repository it covers chain and contract, setup, a spawned command, binaries and the lock, and no page", async () => {
  const paths = (await inputLines(ours)).map((line) => line.split(" ")[0]);
  expect(paths).toEqual(
    expect.arrayContaining([
      "packages/chain/src/generated/index.ts",
      "packages/contract/src/primitives.ts",
      "packages/localnet/src/cli.ts",
      "programs/artifacts/curve.so",
      "programs/curve/idl.json",
      "programs/noisy/noisy.so",
      "interop/curve.json",
      "scripts/deploy/factory.ts",
      "scripts/testing/wait-for.ts",
      "vitest.config.ts",
      "node_modules/litesvm",
      "node_modules/vitest",
    ]),
  );
  expect(paths.filter((path) => path?.startsWith("apps/") || path?.includes("/target/"))).toEqual([]);
});
