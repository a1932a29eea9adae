import { createApiClient, readProofFragment, readRecoveryFragment, routes, smallWalletLamports } from "@tribe/contract";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type BalanceNode, startBalanceNode } from "../../../server/src/modules/wallet/testing/balance-node.ts";
import { issueWalletToken } from "../../../server/src/modules/wallet/tokens.ts";
import { linkFor, startTestApp, type TestApp } from "../../../server/src/testing/start-test-app.ts";
import { createMemoryAccountStore } from "../../src/testing/memory-account-store.ts";
import { ensureWallet, hasUsableShare, unlockKey } from "../../src/wallet/ensure-wallet.ts";
import { finishMove, moveToNewWallet, openBothKeys } from "../../src/wallet/move-wallet.ts";
import { mailProofLink, proveByLink, requestKey } from "../../src/wallet/own-key.ts";
import { mailRecoveryLink, recoverByLink } from "../../src/wallet/recover.ts";

let server: TestApp;
let node: BalanceNode;
beforeAll(async () => {
  node = await startBalanceNode();
  server = await startTestApp({ chain: node.chain });
});
afterEach(() => {
  server.clock.offset = 0;
});
afterAll(async () => {
  await server.stop();
  node.stop();
});

type Person = Awaited<ReturnType<TestApp["newPerson"]>>;
const apiWith = (token: string | null) =>
  createApiClient({ origin: server.origin, credentials: () => null, walletToken: () => token });

/** One browser of a person. `failing`: calls before or after which it is closed. */
const newBrowser = async (person: Person) => {
  // From the server's session, by the server's clock: a test may have moved it.
  const session = await server.ctx.ports.callers.session(person.credentials.session?.sessionId ?? "");
  if (!session) throw new Error("the person is signed in");
  const call = apiWith(issueWalletToken(server.ctx.keys, session, server.ctx.now()).walletToken);
  const failing = new Map<string, "before" | "after">();
  const bodies = new Map<string, unknown>();
  const api: typeof call = async (route, input) => {
    const when = failing.get(route.path);
    failing.delete(route.path);
    if (when === "before") throw new Error("the browser was closed here");
    bodies.set(route.path, input);
    const answer = await call(route, input);
    if (when === "after") throw new Error("the browser was closed here");
    return answer;
  };
  return { api, apiWith, store: createMemoryAccountStore(), failing, bodies };
};
type Browser = Awaited<ReturnType<typeof newBrowser>>;

const proofIn = async (browser: Browser, person: Person): Promise<string> => {
  await server.ctx.pool.query("delete from mail_sends");
  await mailProofLink(browser);
  const link = readProofFragment(new URL(await linkFor(server, person.email)).hash) ?? expect.unreachable();
  return (await proveByLink(browser, link)).proof;
};

/** A person with an empty wallet, who has requested a move. */
const asked = async () => {
  const person = await server.newPerson();
  const browser = await newBrowser(person);
  const before = await ensureWallet(browser);
  const proof = await proofIn(browser, person);
  await requestKey(browser, "move", proof);
  return { person, browser, before, proof };
};

it("gives the account a new wallet that signs, and keeps the former key encrypted under it until thirty days after the move", async () => {
  const { person, browser, before, proof } = await asked();
  const after = await moveToNewWallet(browser, proof);
  expect(after).not.toBe(before);
  expect((await unlockKey(browser)).address).toBe(after);
  const keys = await openBothKeys(browser);
  expect([keys.from.address, keys.to.address, keys.tribes]).toEqual([before, after, []]);
  await finishMove(browser);
  // It can be taken up again for thirty days.
  expect((await openBothKeys(browser)).from.address).toBe(before);
  server.clock.offset = 31 * 86_400_000;
  const later = { ...(await newBrowser(person)), store: browser.store };
  await expect(openBothKeys(later)).rejects.toMatchObject({ code: "wallet_missing" });
  server.clock.offset = 0;
  expect((await unlockKey(browser)).address).toBe(after);
});

const { storeMove, confirmMove } = routes.wallet;
const stops = [storeMove, confirmMove].flatMap(({ path }) =>
  (["before", "after"] as const).map((when) => ({ path, when })),
);
it.each(stops)("loses neither wallet when the browser is closed $when $path", async ({ path, when }) => {
  const { browser, before, proof } = await asked();
  browser.failing.set(path, when);
  await expect(moveToNewWallet(browser, proof)).rejects.toThrow("closed here");
  expect(await hasUsableShare(browser)).toBe(true);
  const isOver = path === confirmMove.path && when === "after";
  const found = (await unlockKey(browser)).address;
  expect(found === before).toBe(!isOver);
  const after = isOver ? found : await moveToNewWallet(browser, proof);
  expect((await unlockKey(browser)).address).toBe(after);
  expect((await openBothKeys(browser)).from.address).toBe(before);
});

it.each([1, 2])("loses neither wallet when the disk is full at write %i", async (write) => {
  const { browser, before, proof } = await asked();
  browser.store.failPut(write);
  await expect(moveToNewWallet(browser, proof)).rejects.toThrow("disk is full");
  const { address } = await unlockKey(browser);
  if (address === before) await moveToNewWallet(browser, proof);
  const keys = await openBothKeys(browser);
  expect(keys.from.address).toBe(before);
  expect(keys.to.address).toBe((await unlockKey(browser)).address);
});

it("continues in another browser, once a mailed link has brought the new wallet there", async () => {
  const { person, browser, before, proof } = await asked();
  const elsewhere = await server.newPerson(person.email);
  const other = await newBrowser(elsewhere);
  const after = await moveToNewWallet(browser, proof);
  expect(await hasUsableShare(other)).toBe(false);
  node.lamports.set(after, Number(smallWalletLamports));
  await server.ctx.pool.query("delete from mail_sends");
  await mailRecoveryLink(other);
  const link = readRecoveryFragment(new URL(await linkFor(server, person.email)).hash) ?? expect.unreachable();
  expect(await recoverByLink(other, link)).toMatchObject({ kind: "waits" });
  server.clock.offset = 86_400_000;
  const later = { ...(await newBrowser(elsewhere)), store: other.store };
  expect(await ensureWallet(later)).toBe(after);
  const keys = await openBothKeys(later);
  expect([keys.from.address, keys.to.address]).toEqual([before, after]);
});

it("changes nothing when the server returns other data than was stored", async () => {
  const { browser, before, proof } = await asked();
  const lying: typeof browser.api = async (route, input) => {
    const answer = await browser.api(route, input);
    // Flips one bit of storeMove's answer.
    if (typeof answer === "object" && answer !== null && "sealedKey" in answer) {
      const sealed = String(answer.sealedKey);
      Object.assign(answer, { sealedKey: `${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}` });
    }
    return answer;
  };
  await expect(moveToNewWallet({ ...browser, api: lying }, proof)).rejects.toThrow("doesn't open");
  expect((await unlockKey(browser)).address).toBe(before);
});

it("reveals no seed: the stored former key can only be decrypted with the new wallet's key", async () => {
  const { browser, proof } = await asked();
  await moveToNewWallet(browser, proof);
  const { body } = browser.bodies.get(storeMove.path) as { body: { sealedKey: string } };
  // A seed of 32 bytes, a nonce of 12 and a tag of 16.
  expect(Buffer.from(body.sealedKey, "base64")).toHaveLength(60);
  const again = await openBothKeys(browser);
  expect(again.from.privateKey.extractable).toBe(false);
});
