import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address, Uid } from "@tribe/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWalletFolder } from "./folder.ts";

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "tribe-versions-")), "wallet-versions");
});
afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

const wallet = (uid: Uid, address = "one") => ({ uid, address: address as Address }); // any text may be one
const [ada, ben] = ["ada", "../../ben"] as [Uid, Uid]; // any text may be one

test("a version survives a restart and never decreases", async () => {
  const first = openWalletFolder(folder);
  expect(await first.newest(ada)).toBe(0);
  await first.keep(ada, 2);
  await first.keep(ada, 1);
  const second = openWalletFolder(folder);
  expect([await second.newest(ada), await second.newest(ben)]).toEqual([2, 0]);
});

test("a person's id cannot choose a path, and other users of the machine can read nothing", async () => {
  const versions = openWalletFolder(folder);
  await versions.keep(ben, 1);
  expect(await readdir(join(folder, ".."))).toEqual(["wallet-versions"]);
  const [shard = ""] = await readdir(folder);
  const [file = ""] = await readdir(join(folder, shard));
  expect((await stat(join(folder, shard))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, shard, file))).mode & 0o777).toBe(0o600);
});

test("a damaged file is reported instead of counting as a new wallet", async () => {
  const versions = openWalletFolder(folder);
  await versions.keep(ada, 1);
  const [shard = ""] = await readdir(folder);
  const [file = ""] = await readdir(join(folder, shard));
  await writeFile(join(folder, shard, file), "");
  await expect(versions.newest(ada)).rejects.toThrow("is damaged");
});

test("the store remembers that all wallets have records", async () => {
  expect(await openWalletFolder(folder).areAllRecorded()).toBe(false);
  await openWalletFolder(folder).markAllRecorded();
  expect(await openWalletFolder(folder).areAllRecorded()).toBe(true);
});

test("each wallet has one key, also for concurrent callers, until it is deleted for good", async () => {
  const store = openWalletFolder(folder);
  const both = await Promise.all([
    store.makeRecoveryKey(wallet(ada)),
    openWalletFolder(folder).makeRecoveryKey(wallet(ada)),
  ]);
  expect(both[0]).toEqual(both[1]);
  expect(both[0]).toHaveLength(32);
  expect(await openWalletFolder(folder).readRecoveryKey(wallet(ada))).toEqual(both[0]);
  const others = [await store.makeRecoveryKey(wallet(ben)), await store.makeRecoveryKey(wallet(ada, "two"))];
  expect(new Set([both[0], ...others].map(String)).size).toBe(3);
  expect((await readdir(join(folder, ".."))).sort()).toEqual(["recovery-keys"]);
  await store.forgetRecoveryKey(wallet(ada));
  await store.forgetRecoveryKey(wallet(ada));
  await expect(store.readRecoveryKey(wallet(ada))).rejects.toThrow("is missing");
  expect(await store.readRecoveryKey(wallet(ada, "two"))).toEqual(others[1]);
});
