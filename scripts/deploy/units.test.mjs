import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProgram } from "../lib/debian.mjs";
import { root } from "../lib/run.mjs";

const run = promisify(execFile);
const analyze = findProgram("systemd-analyze");
/** `systemd-analyze security` counts to 100; what is left of it is the network, and memory that Node makes executable. */
const maxExposure = 15;
/** @type {string} */
let folder;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-units-"));
  await cp(join(root, "deploy/systemd"), folder, { recursive: true });
  for (const role of ["web", "keys", "indexer"])
    await cp(join(folder, "tribe@.service"), join(folder, `tribe@${role}.service`));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @param {string[]} args */
const ask = (args) => run(analyze ?? "", args, { env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } });

test.skipIf(analyze === null)("systemd understands every line of the units", async () => {
  const units = ["tribe@web", "tribe@keys", "tribe@indexer", "tribe-migrate"].map((name) =>
    join(folder, `${name}.service`),
  );
  const { stdout, stderr } = await ask(["verify", ...units]);
  expect(stdout + stderr).toBe("");
});

test.skipIf(analyze === null).each(["tribe@web", "tribe@keys", "tribe-migrate", "tribe-storage"])(
  "%s can do little beside its work",
  async (name) => {
    await ask(["security", "--offline=true", `--threshold=${maxExposure}`, join(folder, `${name}.service`)]);
  },
);
