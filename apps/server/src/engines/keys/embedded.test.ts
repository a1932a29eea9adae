import { createPublicKey, verify } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getAddressEncoder, address as parseAddress } from "@solana/kit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFileKeys, openSuperAdmin } from "./embedded.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tribe-keys-"));
});
afterEach(async () => rm(dataDir, { recursive: true, force: true }));

const plain = Buffer.from("a share");

test("keys stay the same after restarts, also when two processes create them at once", async () => {
  const [first, second] = await Promise.all([openFileKeys(dataDir), openFileKeys(dataDir)]);
  const third = await openFileKeys(dataDir);
  expect(first.admin.address).toBe(second.admin.address);
  const superAdmin = await openSuperAdmin(dataDir);
  expect(superAdmin.address).not.toBe(first.admin.address);
  expect((await openSuperAdmin(dataDir)).address).toBe(superAdmin.address);
  const sealed = await first.seal("server-share", "uid", plain);
  expect(await third.open("server-share", "uid", sealed)).toEqual(plain);
  expect(third.mac("image", "a")).toBe(second.mac("image", "a"));
  expect(third.mac("image", "a")).not.toBe(third.mac("code", "a"));
});

test("only their owner can read key files", async () => {
  await openFileKeys(dataDir);
  const folder = join(dataDir, "keys");
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test("the admin's signature is Ed25519 and verifies with its address", async () => {
  const { admin } = await openFileKeys(dataDir);
  const message = Buffer.from("message");
  const raw = Buffer.from(getAddressEncoder().encode(parseAddress(admin.address)));
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  expect(verify(null, message, key, await admin.sign(message))).toBe(true);
});

test.each([
  ["another purpose", "recovery-share", "uid"],
  ["another context", "server-share", "other"],
] as const)("what was sealed does not open under %s", async (_what, purpose, context) => {
  const keys = await openFileKeys(dataDir);
  const sealed = await keys.seal("server-share", "uid", plain);
  await expect(keys.open(purpose, context, sealed)).rejects.toThrow();
});

test("a change of any byte of a sealed value is detected", async () => {
  const keys = await openFileKeys(dataDir);
  const sealed = await keys.seal("oauth", "uid", plain);
  for (let at = 0; at < sealed.length; at += 1) {
    const bent = Buffer.from(sealed);
    bent[at] = (bent[at] ?? 0) ^ 1;
    await expect(keys.open("oauth", "uid", bent)).rejects.toThrow();
  }
  await expect(keys.open("oauth", "uid", sealed.subarray(0, 5))).rejects.toThrow();
});

test("the same text has a different MAC for each purpose, also where they share a key", async () => {
  const keys = await openFileKeys(dataDir);
  const purposes = ["image", "code", "token", "unsubscribe", "wallet-record", "recovery"] as const;
  expect(new Set(purposes.map((purpose) => keys.mac(purpose, "text"))).size).toBe(purposes.length);
});

test("a damaged key file is reported instead of replaced", async () => {
  await openFileKeys(dataDir);
  const file = join(dataDir, "keys", "server-share.key");
  await writeFile(file, "short");
  await expect(openFileKeys(dataDir)).rejects.toThrow(file);
});

test("only the requested keys are opened or created; using another one throws", async () => {
  const keys = await openFileKeys(dataDir, { use: ["mac", "session-secret"] });
  expect((await readdir(join(dataDir, "keys"))).sort()).toEqual(["mac.key", "session-secret.key"]);
  expect([...keys.answers().keys()].sort()).toEqual(["mac", "session-secret"]);
  await expect(keys.seal("server-share", "uid", plain)).rejects.toThrow("does not open the key server-share");
  expect(() => keys.admin).toThrow("does not open the admin's key");
});

test("where keys must not be created, a missing one is reported and the folder stays unchanged", async () => {
  await expect(openFileKeys(dataDir, { mayMake: false })).rejects.toThrow(/mac\.key is missing/);
  await expect(openSuperAdmin(dataDir, { mayMake: false })).rejects.toThrow(/super-admin\.json is missing/);
  expect(await readdir(dataDir)).toEqual([]);
});

test("each key's answer is its own, stays the same after restarts, and reveals nothing about the key", async () => {
  const first = (await openFileKeys(dataDir)).answers();
  expect((await openFileKeys(dataDir)).answers()).toEqual(first);
  expect(new Set(first.values()).size).toBe(first.size);
  for (const name of await readdir(join(dataDir, "keys"))) {
    const key = Buffer.from(await readFile(join(dataDir, "keys", name), "utf8"), "base64");
    expect([...first.values()]).not.toContain(key.toString("hex"));
  }
});
