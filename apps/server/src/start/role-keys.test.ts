import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { roles } from "../settings/roles.ts";
import { keysOfRole, openRoleKeys } from "./role-keys.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tribe-role-keys-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const filesOf = (names: readonly string[]) =>
  names.map((name) => (name === "admin" ? "admin.json" : `${name}.key`)).sort();

test.each(roles)("the role %s opens its own keys, and never the super admin's", async (role) => {
  await openRoleKeys(dataDir, { mode: "local", roles: new Set([role]), alsoUses: [], kms: null });
  const files = await readdir(join(dataDir, "keys"));
  expect(files.sort()).toEqual(filesOf(keysOfRole[role]));
});

test("roles for pages, WebSockets, payouts or indexing open no share, and the page server cannot co-sign", () => {
  for (const role of ["web", "realtime", "worker", "indexer"] as const)
    expect(keysOfRole[role].filter((name) => name.endsWith("-share"))).toEqual([]);
  expect(keysOfRole.web).not.toContain("wallet-record");
  for (const role of ["web", "realtime"] as const) expect(keysOfRole[role]).not.toContain("admin");
  expect(keysOfRole.indexer).toEqual([]);
});

test("production creates no key: it names the missing one and how to set up a new installation", async () => {
  const open = openRoleKeys(dataDir, { mode: "production", roles: new Set(["web"]), alsoUses: [], kms: null });
  await expect(open).rejects.toThrow(/mac\.key is missing[\s\S]*Production never makes one[\s\S]*make-keys/);
  expect(await readdir(dataDir)).toEqual([]);
});
