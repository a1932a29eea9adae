import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient, readProofFragment, routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findMismatchedKeys } from "../../../server/src/engines/keys/check-keys.ts";
import { openFileKeys } from "../../../server/src/engines/keys/embedded.ts";
import { KeyMissingError } from "../../../server/src/engines/keys/key-file.ts";
import type { EnvelopePurpose, Keys } from "../../../server/src/engines/keys/port.ts";
import { replaceableKeys, replaceKey } from "../../../server/src/engines/keys/replace-key.ts";
import { type BalanceNode, startBalanceNode } from "../../../server/src/modules/wallet/testing/balance-node.ts";
import { issueWalletToken } from "../../../server/src/modules/wallet/tokens.ts";
import { runCommand } from "../../../server/src/operator/commands.ts";
import type { Installation } from "../../../server/src/operator/port.ts";
import { linkFor, startTestApp, type TestApp } from "../../../server/src/testing/start-test-app.ts";
import { approveDevice, findApprovalRequest, openApprovalRequest } from "../../src/approvals/grant-approval.ts";
import { followApproval, requestApproval } from "../../src/approvals/request-approval.ts";
import { addPasskey } from "../../src/passkeys/add-passkey.ts";
import { recoverByPasskey } from "../../src/passkeys/recover-by-passkey.ts";
import { createMemoryAccountStore } from "../../src/testing/memory-account-store.ts";
import { createMemoryUnlockedKeys } from "../../src/testing/memory-unlocked-keys.ts";
import { createSoftwareAuthenticator } from "../../src/testing/software-authenticator.ts";
import { ensureWallet, unlockKey } from "../../src/wallet/ensure-wallet.ts";
import { moveToNewWallet, openBothKeys } from "../../src/wallet/move-wallet.ts";
import { mailProofLink, proveByLink, requestKey } from "../../src/wallet/own-key.ts";

// An operator replaces the encryption keys, with wallets in every state that has encrypted data.

let folder: string;
/** The keys that the processes loaded at their last start. */
let opened: Keys;
let server: TestApp;
let node: BalanceNode;
let installation: Pick<Installation, "replaceKey" | "sealingKeys" | "database">;
const startAnew = async () => {
  opened = await openFileKeys(folder, { mayMake: false });
};
const keyFile = (name: string) => join(folder, "keys", `${name}.key`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-replaced-keys-"));
  opened = await openFileKeys(folder);
  const keys: Keys = {
    get admin() {
      return opened.admin;
    },
    seal: (...args) => opened.seal(...args),
    open: (...args) => opened.open(...args),
    isCurrent: (...args) => opened.isCurrent(...args),
    mac: (...args) => opened.mac(...args),
    answers: () => opened.answers(),
  };
  node = await startBalanceNode();
  server = await startTestApp({ keys, chain: node.chain });
  const { db } = server.ctx;
  installation = {
    replaceKey: (name) => replaceKey(db, folder, name),
    sealingKeys: async () => ({
      keys: await openFileKeys(folder, { mayMake: false }),
      purposes: new Set<EnvelopePurpose>(replaceableKeys),
    }),
    database: () => db,
  };
});
afterAll(async () => {
  await server.stop();
  node.stop();
  await rm(folder, { recursive: true, force: true });
});

// These commands use no other parts of an installation.
const run = (...typed: string[]) => runCommand(installation as Installation, typed);

type Person = Awaited<ReturnType<TestApp["newPerson"]>>;

/** One browser of a person, with an authenticator. */
const newBrowser = async (person: Person) => {
  // From the server's session, by the server's clock: a test may have moved it.
  const session = await server.ctx.ports.callers.session(person.credentials.session?.sessionId ?? "");
  if (!session) throw new Error("the person is signed in");
  const { walletToken } = issueWalletToken(server.ctx.keys, session, server.ctx.now());
  const api = createApiClient({ origin: server.origin, credentials: () => null, walletToken: () => walletToken });
  return {
    api,
    store: createMemoryAccountStore(),
    authenticator: createSoftwareAuthenticator(server.ctx.config.signerUrl),
    unlocked: createMemoryUnlockedKeys(),
  };
};

/** A wallet that a passkey can recover. @returns a check that it still can */
const withPasskey = async () => {
  const person = await server.newPerson();
  const browser = await newBrowser(person);
  const address = await ensureWallet(browser);
  await addPasskey(browser, "Passkey from a test");
  return async () => {
    server.clock.offset = 259_200_000;
    const other = { ...(await newBrowser(person)), authenticator: browser.authenticator };
    expect(await recoverByPasskey(other)).toBe(address);
    server.clock.offset = 0;
  };
};

/** A wallet that has just moved. @returns a check that the former key can still be decrypted */
const withMove = async () => {
  const person = await server.newPerson();
  const browser = await newBrowser(person);
  const from = await ensureWallet(browser);
  await mailProofLink(browser);
  const link = readProofFragment(new URL(await linkFor(server, person.email)).hash) ?? expect.unreachable();
  const apiWith = (token: string | null) =>
    createApiClient({ origin: server.origin, credentials: () => null, walletToken: () => token });
  const { proof } = await proveByLink({ ...browser, apiWith }, link);
  await requestKey(browser, "move", proof);
  const to = await moveToNewWallet(browser, proof);
  return async () => {
    const both = await openBothKeys(browser);
    expect([both.from.address, both.to.address]).toEqual([from, to]);
  };
};

/** A wallet that one browser has just given to another, which has not taken it yet. @returns a check that it can */
const withApproval = async () => {
  const person = await server.newPerson();
  const first = await newBrowser(person);
  const second = await newBrowser(await server.newPerson(person.email));
  const address = await ensureWallet(first);
  const { uid } = await first.api(routes.wallet.wallet, {});
  await requestApproval(second);
  const asked = (await findApprovalRequest(first, uid)) ?? expect.unreachable();
  await openApprovalRequest(first, uid, asked.asked);
  const state = await followApproval(second, uid);
  if (!("number" in state) || state.number === null) return expect.unreachable();
  const ready = (await findApprovalRequest(first, uid)) ?? expect.unreachable();
  await approveDevice(first, uid, { request: ready.asked.request, typed: state.number });
  return async () => {
    expect(await followApproval(second, uid)).toMatchObject({ kind: "here", address });
    expect((await unlockKey(first)).address).toBe(address);
  };
};

it("decrypts everything under new keys, before and after it was re-encrypted, and then nothing needs the old keys", async () => {
  const person = await server.newPerson();
  const browser = await newBrowser(person);
  const address = await ensureWallet(browser);
  const checks = [await withPasskey(), await withMove(), await withApproval()];
  for (const name of replaceableKeys) {
    expect(await run("replace-key", name)).toContain(`${name}.previous.key`);
    await expect(run("replace-key", name)).rejects.toThrow("Run reseal");
  }
  await startAnew();
  expect((await unlockKey(browser)).address).toBe(address);
  expect(await run("reseal")).toMatch(/^[1-9]\d+ sealed anew with session-secret, server-share, /);
  expect(await run("reseal")).toMatch(/^0 sealed anew/);
  for (const name of replaceableKeys) await rm(keyFile(`${name}.previous`));
  await startAnew();
  // Data that no key opens now would be reported.
  expect(await run("reseal")).toMatch(/^0 sealed anew/);
  expect((await unlockKey(browser)).address).toBe(address);
  expect((await (await server.newPerson(person.email)).call(routes.identity.sessions, {})).sessions.length).toBe(2);
  for (const check of checks) await check();
});

it("leaves data that no key decrypts unchanged, and reports it", async () => {
  const browser = await newBrowser(await server.newPerson());
  await ensureWallet(browser);
  const { uid } = await browser.api(routes.wallet.wallet, {});
  const { pool } = server.ctx;
  const rows = async () => (await pool.query("select * from wallet_sharings where uid = $1", [uid])).rows;
  await pool.query(
    "update wallet_sharings set server_share = set_byte(server_share, 40, 255 - get_byte(server_share, 40)) where uid = $1",
    [uid],
  );
  const before = await rows();
  await expect(run("reseal")).rejects.toThrow(/0 sealed anew .* 1 could be opened by no key here/);
  expect(await rows()).toEqual(before);
  await pool.query("delete from wallet_sharings where uid = $1", [uid]);
});

it("refuses keys that can't be replaced, and a missing one", async () => {
  for (const name of ["admin", "wallet-record", "mac", "nothing", "../admin"])
    await expect(run("replace-key", name)).rejects.toThrow("none of the keys that can be replaced");
  const empty = await mkdtemp(join(tmpdir(), "tribe-no-keys-"));
  await expect(replaceKey(server.ctx.db, empty, "oauth")).rejects.toThrow(KeyMissingError);
  await rm(empty, { recursive: true });
});

/** Data that an interrupted replacement leaves, by the moment of the interruption. */
const breaks = {
  "before the new key has its final name": async () => {
    await rename(keyFile("oauth"), keyFile("oauth.previous"));
    await rename(keyFile("other"), `${keyFile("oauth")}.next`);
  },
  "before the database has the new key": async () => {
    await rename(keyFile("oauth"), keyFile("oauth.previous"));
    await rename(keyFile("other"), keyFile("oauth"));
  },
  "before the old key was renamed": async () => rename(keyFile("other"), `${keyFile("oauth")}.next`),
};
it.each(Object.entries(breaks))(
  "is completed by the next attempt when it was interrupted %s",
  async (_when, breakOff) => {
    await rm(keyFile("oauth.previous"), { force: true });
    await startAnew();
    const { db, pool } = server.ctx;
    await pool.query("delete from key_checks");
    expect(await findMismatchedKeys(db, opened)).toEqual([]);
    const sealed = await opened.seal("oauth", "before", Buffer.from("text"));
    await rename(keyFile("session-secret"), keyFile("kept"));
    await openFileKeys(folder, { use: ["session-secret"] });
    await rename(keyFile("session-secret"), keyFile("other"));
    await rename(keyFile("kept"), keyFile("session-secret"));
    await breakOff();
    expect(await run("replace-key", "oauth")).toContain("There is a new oauth.key");
    await startAnew();
    expect((await opened.open("oauth", "before", sealed)).toString()).toBe("text");
    expect(await opened.isCurrent("oauth", "before", sealed)).toBe(false);
    expect(await findMismatchedKeys(db, opened)).toEqual([]);
  },
);
