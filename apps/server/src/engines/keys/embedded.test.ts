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

test("keys stay the same over restarts, also when two processes make them at once", async () => {
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

test("key files are readable by their owner alone", async () => {
  await openFileKeys(dataDir);
  const folder = join(dataDir, "keys");
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test("the admin's signature is Ed25519 by its address", async () => {
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

test("every changed byte of a sealed value is noticed", async () => {
  const keys = await openFileKeys(dataDir);
  const sealed = await keys.seal("oauth", "uid", plain);
  for (let at = 0; at < sealed.length; at += 1) {
    const bent = Buffer.from(sealed);
    bent[at] = (bent[at] ?? 0) ^ 1;
    await expect(keys.open("oauth", "uid", bent)).rejects.toThrow();
  }
  await expect(keys.open("oauth", "uid", sealed.subarray(0, 5))).rejects.toThrow();
});

test("the same text has another mac for each purpose, also where they share a key", async () => {
  const keys = await openFileKeys(dataDir);
  const purposes = ["image", "code", "token", "unsubscribe", "wallet-record", "recovery"] as const;
  expect(new Set(purposes.map((purpose) => keys.mac(purpose, "text"))).size).toBe(purposes.length);
});

test("a damaged key file is named instead of replaced", async () => {
  await openFileKeys(dataDir);
  const file = join(dataDir, "keys", "server-share.key");
  await writeFile(file, "short");
  await expect(openFileKeys(dataDir)).rejects.toThrow(file);
});

test("only the keys that are used are opened or made; another one throws where it is used", async () => {
  const keys = await openFileKeys(dataDir, { use: ["mac", "session-secret"] });
  expect((await readdir(join(dataDir, "keys"))).sort()).toEqual(["mac.key", "session-secret.key"]);
  expect([...keys.answers().keys()].sort()).toEqual(["mac", "session-secret"]);
  await expect(keys.seal("server-share", "uid", plain)).rejects.toThrow("does not open the key server-share");
  expect(() => keys.admin).toThrow("does not open the admin's key");
});

test("where none may be made, a missing key is named and the folder stays as it is", async () => {
  await expect(openFileKeys(dataDir, { mayMake: false })).rejects.toThrow(/mac\.key is missing/);
  await expect(openSuperAdmin(dataDir, { mayMake: false })).rejects.toThrow(/super-admin\.json is missing/);
  expect(await readdir(dataDir)).toEqual([]);
});

test("a key answers the same over restarts, each its own, and nothing of itself", async () => {
  const first = (await openFileKeys(dataDir)).answers();
  expect((await openFileKeys(dataDir)).answers()).toEqual(first);
  expect(new Set(first.values()).size).toBe(first.size);
  for (const name of await readdir(join(dataDir, "keys"))) {
    const key = Buffer.from(await readFile(join(dataDir, "keys", name), "utf8"), "base64");
    expect([...first.values()]).not.toContain(key.toString("hex"));
  }
});
