import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KmsStandIn, startKms } from "@tribe/devkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openRoleKeys } from "../../start/role-keys.ts";
import { openFileKeys } from "./embedded.ts";
import { withKms } from "./kms.ts";
import type { KmsSettings } from "./kms-settings.ts";
import type { Keys } from "./port.ts";

const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "s3cret/of+the+machine" };
const region = "eu-central-1";
const share = Buffer.alloc(33, 7);

let kms: KmsStandIn;
let dataDir: string;
let settings: KmsSettings;
let keys: Keys;

beforeAll(async () => {
  kms = await startKms({ credentials, region });
});
afterAll(() => kms.stop());
beforeEach(async () => {
  // As AWS's own tools find them.
  vi.stubEnv("AWS_ACCESS_KEY_ID", credentials.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", credentials.secretAccessKey);
  vi.stubEnv("AWS_SESSION_TOKEN", "");
  dataDir = await mkdtemp(join(tmpdir(), "tribe-kms-"));
  settings = { keyId: kms.makeKey(), region, endpoint: kms.endpoint };
  keys = withKms(await openFileKeys(dataDir, { use: ["mac", "session-secret"] }), settings);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dataDir, { recursive: true, force: true });
});

test("only shares are sealed and opened by the KMS, each call bound to its purpose", async () => {
  const before = kms.calls.length;
  const sealed = await keys.seal("server-share", "uid:device:1", share);
  expect(sealed.includes(share)).toBe(false);
  expect(await keys.open("server-share", "uid:device:1", sealed)).toEqual(share);
  const secret = await keys.seal("session-secret", "device", share);
  expect(await keys.open("session-secret", "device", secret)).toEqual(share);
  const context = { "tribe-purpose": "server-share", "tribe-context": "uid:device:1" };
  expect(kms.calls.slice(before)).toEqual(
    ["Encrypt", "Decrypt"].map((action) => ({ action, keyArn: settings.keyId, context })),
  );
});

test("a sealed value opens for no other purpose or context, and a change of any byte is detected", async () => {
  const sealed = await keys.seal("server-share", "uid:device:1", share);
  await expect(keys.open("recovery-share", "uid:device:1", sealed)).rejects.toThrow("does not open");
  await expect(keys.open("server-share", "uid:device:2", sealed)).rejects.toThrow("does not open");
  for (let at = 1; at < sealed.length; at += 1) {
    const bent = Buffer.from(sealed);
    bent[at] = (bent[at] ?? 0) ^ 1;
    await expect(keys.open("server-share", "uid:device:1", bent)).rejects.toThrow("does not open");
  }
});

test("a value that another key of the same account sealed is not opened", async () => {
  const others = withKms(await openFileKeys(dataDir, { use: [] }), { ...settings, keyId: kms.makeKey() });
  const sealed = await others.seal("server-share", "uid", share);
  await expect(keys.open("server-share", "uid", sealed)).rejects.toThrow("does not open");
});

test("an alias works like the key", async () => {
  kms.makeKey("alias/tribe-shares");
  for (const keyId of ["alias/tribe-shares", `arn:aws:kms:${region}:111122223333:alias/tribe-shares`]) {
    const aliased = withKms(await openFileKeys(dataDir, { use: [] }), { ...settings, keyId });
    expect(await aliased.open("server-share", "uid", await aliased.seal("server-share", "uid", share))).toEqual(share);
  }
});

test("an older wallet, sealed under the file's key, opens as long as that file exists", async () => {
  const files = await openFileKeys(dataDir);
  const old = await files.seal("server-share", "uid", share);
  const both = await openRoleKeys(dataDir, { mode: "local", roles: new Set(["keys"]), alsoUses: [], kms: settings });
  expect(await both.open("server-share", "uid", old)).toEqual(share);
  const renewed = await both.seal("server-share", "uid", share);
  await expect(files.open("server-share", "uid", renewed)).rejects.toThrow();
  const isCurrent = (sealed: Buffer) => both.isCurrent("server-share", "uid", sealed);
  expect([await isCurrent(old), await isCurrent(renewed)]).toEqual([false, true]);
  for (const name of ["server-share", "recovery-share"]) await rm(join(dataDir, "keys", `${name}.key`));
  const without = await openRoleKeys(dataDir, {
    ...{ mode: "production", roles: new Set(["keys"]), alsoUses: [], kms: settings },
  });
  expect(await without.open("server-share", "uid", renewed)).toEqual(share);
  await expect(without.open("server-share", "uid", old)).rejects.toThrow("does not open the key server-share");
});

test("with a KMS no key file is created for the shares, and a role without them calls no KMS", async () => {
  const fresh = join(dataDir, "fresh");
  await openRoleKeys(fresh, { mode: "local", roles: new Set(["keys"]), alsoUses: [], kms: settings });
  expect((await readdir(join(fresh, "keys"))).filter((name) => name.includes("share"))).toEqual([]);
  const nobody = { ...settings, endpoint: "http://127.0.0.1:9" };
  await openRoleKeys(fresh, { mode: "local", roles: new Set(["web"]), alsoUses: [], kms: nobody });
});

test.each<readonly [string, () => Partial<KmsSettings>, RegExp]>([
  ["an unknown key", () => ({ keyId: "alias/nothing" }), /NotFoundException.* There is no such key in this region/],
  [
    "a disabled key",
    () => {
      kms.setEnabled(settings.keyId, false);
      return {};
    },
    /DisabledException/,
  ],
  ["another region", () => ({ region: "us-east-1" }), /InvalidSignatureException/],
])("a start with %s fails with a message about it", async (_what, change, said) => {
  const open = openRoleKeys(dataDir, {
    ...{ mode: "local", roles: new Set(["keys"]), alsoUses: [] },
    kms: { ...settings, ...change() },
  });
  await expect(open).rejects.toThrow(said);
  await expect(open).rejects.toThrow("KMS_KEY_ID");
});

test("a wrong secret is refused", async () => {
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "another");
  const strangers = withKms(await openFileKeys(dataDir, { use: [] }), settings);
  await expect(strangers.seal("server-share", "uid", share)).rejects.toMatchObject({
    code: "unavailable",
    cause: { name: "InvalidSignatureException" },
  });
});

test("a throttled call is retried; an unreachable KMS is reported as temporary", async () => {
  const sealed = await keys.seal("server-share", "uid", share);
  kms.throttle(1);
  expect(await keys.open("server-share", "uid", sealed)).toEqual(share);
  kms.throttle(9);
  await expect(keys.open("server-share", "uid", sealed)).rejects.toMatchObject({ code: "unavailable" });
  kms.throttle(0);
  const away = withKms(await openFileKeys(dataDir, { use: [] }), { ...settings, endpoint: "http://127.0.0.1:9" });
  await expect(away.open("server-share", "uid", sealed)).rejects.toMatchObject({ code: "unavailable" });
});
