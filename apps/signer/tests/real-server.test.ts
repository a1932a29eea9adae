import { createApiClient, readRecoveryFragment, routes } from "@tribe/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkFor, startTestApp, type TestApp } from "../../server/src/testing/start-test-app.ts";
import { createMemoryAccountStore } from "../src/testing/memory-account-store.ts";
import { ensureWallet, unlockKey } from "../src/wallet/ensure-wallet.ts";
import { mailRecoveryLink, recoverByLink } from "../src/wallet/recover.ts";

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

type Person = Awaited<ReturnType<TestApp["newPerson"]>>;

/** One browser of a person: its own storage, and a wallet token of the person's session. */
const newBrowser = async (person: Person) => {
  const { walletToken } = await person.call(routes.wallet.walletToken, {});
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

  it("bring the wallet to a second browser by the mailed link, and keep the first", async () => {
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
    expect(await recoverByLink({ store: second.store, apiWith }, link)).toBe(address);
    expect((await unlockKey(second)).address).toBe(address);
    expect((await unlockKey(first)).address).toBe(address);
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
