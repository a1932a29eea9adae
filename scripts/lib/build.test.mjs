import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const apps = ["apps/web", "apps/signer", "apps/server"];
/** Reports that it builds, and finishes when the test says so. */
const build = `
  const { appendFileSync, existsSync, mkdirSync } = require("node:fs");
  appendFileSync("../../log", "build\\n");
  mkdirSync("dist", { recursive: true });
  const timer = setInterval(() => existsSync("../../go") && clearInterval(timer), 20);
`;

/** Three npm processes begin at once, and the machine may be busy. */
const patient = { timeout: 90_000 };

/** @type {string} */
let tree;
/** @type {import("node:child_process").ChildProcess[]} */
const started = [];

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), "tribe-build-"));
  cpSync(fileURLToPath(new URL(".", import.meta.url)), join(tree, "scripts/lib"), { recursive: true });
  writeFileSync(join(tree, "package.json"), JSON.stringify({ private: true, workspaces: ["apps/*"] }));
  writeFileSync(join(tree, "package-lock.json"), "{}");
  for (const name of ["contract", "domain", "chain", "ui", "localnet", "devkit"])
    mkdirSync(join(tree, "packages", name), { recursive: true });
  for (const app of apps) {
    mkdirSync(join(tree, app), { recursive: true });
    writeFileSync(join(tree, app, "package.json"), JSON.stringify({ name: app, scripts: { build: "node build.cjs" } }));
    writeFileSync(join(tree, app, "build.cjs"), build);
  }
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  // Builds that these have started end by themselves.
  writeFileSync(join(tree, "go"), "");
  rmSync(tree, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts a process that builds the tree. */
const start = () => {
  const script = `import { ensureBuilt } from ${JSON.stringify(join(tree, "scripts/lib/build.mjs"))}; await ensureBuilt();`;
  // The npm that runs this test sets variables for its own folder.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd: tree, env });
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output.text += chunk;
    });
  started.push(child);
  return { child, said: output, end: once(child, "close") };
};
const builds = () => {
  try {
    return readFileSync(join(tree, "log"), "utf8").split("\n").length - 1;
  } catch {
    return 0; // none has started
  }
};

test("builds each app once when two processes need them at the same time: the second waits, and finds them built", async () => {
  const first = start();
  await vi.waitFor(() => expect(builds(), first.said.text).toBe(apps.length), patient);
  const second = start();
  await vi.waitFor(() => expect(second.said.text).not.toBe(""), patient);
  writeFileSync(join(tree, "go"), "");
  expect(await first.end).toEqual([0, null]);
  expect(await second.end).toEqual([0, null]);
  expect(second.said.text).toMatch(/^Another process builds here already/);
  expect(builds()).toBe(apps.length);
  expect(readdirSync(join(tree, "node_modules/.cache/tribe-build-lock"))).toEqual([]);
});

test("builds although a killed process has left the lock", async () => {
  const first = start();
  await vi.waitFor(() => expect(builds(), first.said.text).toBe(apps.length), patient);
  first.child.kill("SIGKILL");
  await first.end;
  writeFileSync(join(tree, "go"), "");
  const second = start();
  expect(await second.end).toEqual([0, null]);
  expect(second.said.text).toMatch(/Built apps\/web/);
  expect(builds()).toBe(2 * apps.length);
});

test("builds anew what a source is changed in, and nothing for a test, a screen's fixture or a kept screenshot", async () => {
  writeFileSync(join(tree, "go"), "");
  expect(await start().end).toEqual([0, null]);
  for (const folder of ["src", "screens/fixtures", "screens/__screenshots__"])
    mkdirSync(join(tree, "apps/web", folder), { recursive: true });
  for (const file of ["src/app.test.ts", "screens/fixtures/people.ts", "screens/__screenshots__/home.png"])
    writeFileSync(join(tree, "apps/web", file), "");
  const tests = start();
  expect(await tests.end).toEqual([0, null]);
  expect(tests.said.text).toBe("");
  writeFileSync(join(tree, "apps/web/src/app.ts"), "");
  const source = start();
  expect(await source.end).toEqual([0, null]);
  expect(source.said.text).toMatch(/^Building apps\/web …\nBuilt apps\/web/);
  expect(builds()).toBe(apps.length + 1);
});
