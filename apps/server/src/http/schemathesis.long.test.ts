import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestWorld, type TestWorld } from "../modules/indexer/testing/test-world.ts";
import { type SigningProxy, startSigningProxy } from "../testing/signing-proxy.ts";
import { describeApi } from "./openapi.ts";

const version = "schemathesis==4.32.5";
const people = 6;
const checks = [
  "nothing_breaks",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "negative_data_rejection",
  "unsupported_method",
  "allow_header_conformance",
  "described_data_is_taken",
];
const hooks = fileURLToPath(new URL("../testing/schemathesis_hooks.py", import.meta.url));

let world: TestWorld;
let proxy: SigningProxy;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tribe-schemathesis-"));
  world = await startTestWorld();
  await world.newTribe();
  const newPerson = async () => (await world.newPerson()).credentials;
  const callers = [];
  for (let i = 0; i < people; i++) callers.push(await newPerson());
  proxy = await startSigningProxy(world.app.origin, callers, newPerson);
});
afterAll(async () => {
  await proxy.stop();
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Installs Schemathesis outside of the project; null where there is no Python or no package index. */
const install = (): string | null => {
  try {
    execFileSync("python3", ["-m", "venv", folder], { stdio: "pipe" });
    execFileSync(join(folder, "bin/pip"), ["install", "--quiet", version], { stdio: "pipe" });
    return join(folder, "bin/schemathesis");
  } catch (error) {
    console.error(`SKIPPED: Schemathesis can't be installed here: ${error instanceof Error ? error.message : error}`);
    return null;
  }
};

const run = (program: string, args: readonly string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, SCHEMATHESIS_HOOKS: hooks, NO_COLOR: "1" };
    execFile(program, args, { env, cwd: folder, maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });

test("Schemathesis finds no difference between the signed API and its description", { timeout: 1_800_000 }, async ({
  skip,
}) => {
  const program = install();
  if (program === null) return skip("no Python or no package index");
  // The proxy adds the signatures that Schemathesis's own calls lack.
  const description = join(folder, "openapi.json");
  // And it cannot generate text for the pattern of all emoji: only these few are tried.
  const unsigned = (key: string, value: unknown) => {
    if (key === "security" || key === "securitySchemes") return undefined;
    return key === "pattern" && String(value).includes("\\p{RI}") ? "^[\u{1F600}-\u{1F64F}]$" : value;
  };
  writeFileSync(description, JSON.stringify(describeApi(), unsigned));
  const { code, output } = await run(program, [
    ...["run", description, "--url", proxy.origin, "--checks", checks.join(",")],
    ...["--phases", "examples,coverage,fuzzing", "--max-examples", "30", "--seed", "1"],
    ...["--exclude-path", "/ws", "--continue-on-failure"],
  ]);
  expect(code, output.slice(-20_000)).toBe(0);
});
