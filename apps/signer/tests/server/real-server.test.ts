import { createApiClient, readRecoveryFragment, routes } from "@tribe/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueWalletToken } from "../../../server/src/modules/wallet/tokens.ts";
import { linkFor, startTestApp, type TestApp } from "../../../server/src/testing/start-test-app.ts";
import { addPasskey, withPrf } from "../../src/passkeys/add-passkey.ts";
import { openLock } from "../../src/passkeys/lock.ts";
import { recoverByPasskey } from "../../src/passkeys/recover-by-passkey.ts";
import { createMemoryAccountStore } from "../../src/testing/memory-account-store.ts";
import { createMemoryUnlockedKeys } from "../../src/testing/memory-unlocked-keys.ts";
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from "../../src/testing/software-authenticator.ts";
import { ensureWallet, unlockKey } from "../../src/wallet/ensure-wallet.ts";
import { mailRecoveryLink, recoverByLink } from "../../src/wallet/recover.ts";

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

type Person = Awaited<ReturnType<TestApp["newPerson"]>>;

/** One browser of a person: its own storage, and a wallet token of the person's session. */
const newBrowser = async (person: Person) => {
  // From the server's session, by the server's clock: a test may have moved it.
  const session = await server.ctx.ports.callers.session(person.credentials.session?.sessionId ?? "");
  if (!session) throw new Error("the person is signed in");
  const { walletToken } = issueWalletToken(server.ctx.keys, session, server.ctx.now());
  const calls: string[] = [];
  const failing = new Set<string>();
  const call = createApiClient({ origin: server.origin, credentials: () => null, walletToken: () => walletToken });
  const api: typeof call = async (route, input) => {
    calls.push(route.path);
    if (failing.delete(route.path)) throw new Error("the browser was closed here");
    return call(route, input);
  };
  return { api, store: createMemoryAccountStore(), calls, failing };
};

describe("the frame's flows on the real wallet routes", () => {
  it("make one wallet, which can be unlocked, and the account knows its address", async () => {
    const person = await server.newPerson();
    const browser = await newBrowser(person);
    const address = await ensureWallet(browser);
    expect(await ensureWallet(browser)).toBe(address);
    expect((await unlockKey(browser)).address).toBe(address);
    const { localUser } = await person.call(routes.identity.signIn, { body: { loginMethod: "email" } });
    expect(localUser.address).toBe(address);
  });

  const steps = [
    routes.wallet.storeSharing.path,
    routes.wallet.fetchShare.path,
    routes.wallet.confirmSharing.path,
  ] as const;
  it.each(steps)("are finished by the next run when the browser was closed before %s", async (path) => {
    const browser = await newBrowser(await server.newPerson());
    browser.failing.add(path);
    await expect(ensureWallet(browser)).rejects.toThrow("the browser was closed here");
    const address = await ensureWallet(browser);
    expect((await unlockKey(browser)).address).toBe(address);
  });

  it("bring the wallet to a second browser by the mailed link a day later, and keep the first", async () => {
    const person = await server.newPerson();
    const [first, second] = [await newBrowser(person), await newBrowser(person)];
    const address = await ensureWallet(first);
    await expect(ensureWallet(second)).rejects.toMatchObject({ code: "recovery_needed" });
    await mailRecoveryLink(second);
    const link = readRecoveryFragment(new URL(await linkFor(server, person.email)).hash);
    if (!link) throw new Error("the mail has a link");
    const apiWith = (token: string | null) =>
      createApiClient({ origin: server.origin, credentials: () => null, walletToken: () => token });
    await expect(recoverByLink({ store: first.store, apiWith }, link)).rejects.toMatchObject({ code: "refused" });
    const outcome = await recoverByLink({ store: second.store, apiWith }, link);
    expect(outcome).toMatchObject({ kind: "waits" });
    await expect(ensureWallet(second)).rejects.toMatchObject({ code: "recovery_needed" });
    server.clock.offset = 86_400_000;
    try {
      const later = { ...(await newBrowser(person)), store: second.store };
      expect(await ensureWallet(later)).toBe(address);
    } finally {
      server.clock.offset = 0;
    }
    expect((await unlockKey(second)).address).toBe(address);
    expect((await unlockKey(first)).address).toBe(address);
  });

  it("reports once a day that the wallet is in use, signed with its own key, although the person signs nothing", async () => {
    const person = await server.newPerson();
    const first = await newBrowser(person);
    const address = await ensureWallet(first);
    const before = first.calls.length;
    await ensureWallet(first);
    expect(first.calls.slice(before)).not.toContain(routes.wallet.fetchShare.path);
    server.clock.offset = 2 * 86_400_000;
    try {
      const later = { ...(await newBrowser(person)), store: first.store };
      const isDue = async () => (await later.api(routes.wallet.wallet, {})).devices.map(({ isUseDue }) => isUseDue);
      expect(await isDue()).toEqual([true]);
      later.failing.add(routes.wallet.fetchShare.path);
      expect(await ensureWallet(later)).toBe(address);
      expect(await isDue()).toEqual([true]);
      expect(await ensureWallet(later)).toBe(address);
      expect(await isDue()).toEqual([false]);
    } finally {
      server.clock.offset = 0;
    }
  });

  describe("with a passkey", () => {
    /** A browser with an authenticator; browsers with the same `passkeys` share synchronised ones. */
    const withPasskeys = async (person: Person, passkeys?: SoftwareAuthenticator["passkeys"]) => {
      const authenticator = createSoftwareAuthenticator(server.ctx.config.signerUrl, passkeys);
      return { ...(await newBrowser(person)), authenticator, unlocked: createMemoryUnlockedKeys() };
    };

    it("lock an existing wallet without changing its address, and unlock it with the passkey alone", async () => {
      const browser = await withPasskeys(await server.newPerson());
      const address = await ensureWallet(browser);
      const { way } = await addPasskey(browser, "Passkey from a test");
      expect(way).toMatchObject({ kind: "passkey", name: "Passkey from a test", until: null });
      expect((await unlockKey(browser)).address).toBe(address);
      browser.unlocked.lockAll();
      await expect(unlockKey(browser)).rejects.toThrow("locked");
      // The hidden frame does not ask for the passkey.
      expect(await ensureWallet(browser)).toBe(address);
      const touches = browser.authenticator.touches();
      const { uid } = await browser.api(routes.wallet.wallet, {});
      const record = await browser.store.get(uid);
      if (!record) throw new Error("the browser has its record");
      const touch = await browser.authenticator.touch({ ids: [way.id], challenge: new Uint8Array(32) });
      browser.unlocked.hold(uid, await openLock(record, withPrf(touch)), 1);
      expect((await unlockKey(browser)).address).toBe(address);
      expect(browser.authenticator.touches()).toBe(touches + 1);
    });

    it("recover it in another browser with the passkey, after 72 hours in which the passkey only locks", async () => {
      const person = await server.newPerson();
      const first = await withPasskeys(person);
      const address = await ensureWallet(first);
      await addPasskey(first, "Passkey from a test");
      const early = await withPasskeys(person, first.authenticator.passkeys);
      await expect(recoverByPasskey(early)).rejects.toMatchObject({ problem: "cancelled" });
      server.clock.offset = 259_200_000;
      try {
        const second = await withPasskeys(person, first.authenticator.passkeys);
        expect(await recoverByPasskey(second)).toBe(address);
        expect((await unlockKey(second)).address).toBe(address);
        second.unlocked.lockAll();
        await expect(unlockKey(second)).rejects.toThrow("locked");
      } finally {
        server.clock.offset = 0;
      }
    });

    it("change nothing without a PRF, and when the passkey is not used", async () => {
      const browser = await withPasskeys(await server.newPerson());
      const address = await ensureWallet(browser);
      browser.authenticator.set({ hasPrf: false });
      await expect(addPasskey(browser, "Without")).rejects.toMatchObject({ problem: "no_prf" });
      browser.authenticator.set({ isAbsent: true });
      await expect(addPasskey(browser, "Nobody")).rejects.toMatchObject({ problem: "cancelled" });
      const info = await browser.api(routes.wallet.wallet, {});
      expect(info).toMatchObject({ ways: [], recovery: "mail_link" });
      expect((await browser.store.get(info.uid))?.lock).toBeUndefined();
      expect(browser.authenticator.passkeys.size).toBe(0);
      expect((await unlockKey(browser)).address).toBe(address);
    });
  });

  it("end with one wallet when two browsers make it at once", async () => {
    const person = await server.newPerson();
    const browsers = [await newBrowser(person), await newBrowser(person)];
    const results = await Promise.allSettled(browsers.map(ensureWallet));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const browser of browsers) await ensureWallet(browser).catch(() => undefined);
    const { address } = await (browsers[0]?.api ?? expect.unreachable())(routes.wallet.wallet, {});
    const winner = results.find((result) => result.status === "fulfilled");
    expect(winner?.value).toBe(address);
  });
});
