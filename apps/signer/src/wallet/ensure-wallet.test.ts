import { type ApiCall, routes } from "@tribe/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { fromBase64, toBase64 } from "../keys/bytes.ts";
import { WrongShareError } from "../keys/shares.ts";
import { type AccountRecord, StorageError } from "../storage/account-record.ts";
import { createFakeWalletServer, fakeUid } from "../testing/fake-wallet-server.ts";
import { createMemoryAccountStore } from "../testing/memory-account-store.ts";
import { ensureWallet, hasUsableShare, unlockKey } from "./ensure-wallet.ts";
import { mailRecoveryLink, recoverByLink } from "./recover.ts";
import { toWalletError } from "./wallet-error.ts";

const newBrowser = (server = createFakeWalletServer()) => {
  const store = createMemoryAccountStore();
  const dependencies = { api: server.api, store };
  /** Opens the newest mail's link in this browser. */
  const takeLink = (link = server.mailed.at(-1)) => {
    if (!link) throw new Error("no link was mailed");
    return recoverByLink({ store, apiWith: () => server.api }, link);
  };
  return { server, store, dependencies, takeLink };
};

describe("creating a wallet", () => {
  it("leaves one active sharing on both sides, and the key can be rebuilt", async () => {
    const { server, store, dependencies } = newBrowser();
    const address = await ensureWallet(dependencies);
    expect(server.address()).toBe(address);
    expect(server.sharings.map(({ state, version }) => [state, version])).toEqual([["active", 1]]);
    expect(store.records.get(fakeUid)?.shares.map(({ state }) => state)).toEqual(["active"]);
    expect((await unlockKey(dependencies)).address).toBe(address);
  });

  it("gives the same address when it runs again or twice at once", async () => {
    const { server, dependencies } = newBrowser();
    const [first, second] = await Promise.all([ensureWallet(dependencies), ensureWallet(dependencies)]);
    expect(second).toBe(first);
    expect(await ensureWallet(dependencies)).toBe(first);
    expect(server.sharings).toHaveLength(1);
  });

  const steps = [
    ["before the sharing is stored", routes.wallet.storeSharing.path, "before"],
    ["after it is stored", routes.wallet.storeSharing.path, "after"],
    ["before the share is fetched back", routes.wallet.fetchShare.path, "before"],
    ["before it is confirmed", routes.wallet.confirmSharing.path, "before"],
    ["after it is confirmed", routes.wallet.confirmSharing.path, "after"],
  ] as const;
  it.each(steps)("that stops %s is finished by the next run, and nobody is locked out", async (_when, path, when) => {
    const { server, dependencies } = newBrowser();
    server.failNext(path, "internal", when);
    await expect(ensureWallet(dependencies)).rejects.toMatchObject({ code: "internal" });
    const confirmed = server.address();
    const address = await ensureWallet(dependencies);
    if (confirmed) expect(address).toBe(confirmed);
    expect((await unlockKey(dependencies)).address).toBe(address);
    expect(server.sharings.map(({ state }) => state)).toEqual(["active"]);
  });

  it.each([1, 2, 3])("that stops at the browser's write number %i is finished by the next run", async (number) => {
    const { server, store, dependencies } = newBrowser();
    store.failPut(number);
    await expect(ensureWallet(dependencies)).rejects.toThrow("the disk is full");
    const confirmed = server.address();
    const address = await ensureWallet(dependencies);
    if (confirmed) expect(address).toBe(confirmed);
    expect((await unlockKey(dependencies)).address).toBe(address);
  });

  it("on a second browser asks for recovery instead of making another wallet", async () => {
    const first = newBrowser();
    const address = await ensureWallet(first.dependencies);
    const second = newBrowser(first.server);
    await expect(ensureWallet(second.dependencies)).rejects.toMatchObject({ code: "recovery_needed" });
    expect(await hasUsableShare(second.dependencies)).toBe(false);
    expect(first.server.address()).toBe(address);
  });

  it("that two browsers begin at once ends with one wallet", async () => {
    const first = newBrowser();
    const second = newBrowser(first.server);
    const results = await Promise.allSettled([ensureWallet(first.dependencies), ensureWallet(second.dependencies)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(new Set(first.server.sharings.filter(({ state }) => state === "active").map((s) => s.address)).size).toBe(1);
  });
});

describe("shares", () => {
  it("are useless when the server's was changed: the address check rejects the key", async () => {
    const { server, dependencies } = newBrowser();
    await ensureWallet(dependencies);
    for (const sharing of server.sharings) {
      const bytes = fromBase64(sharing.serverShare);
      bytes[3] = (bytes[3] ?? 0) ^ 1;
      sharing.serverShare = toBase64(bytes);
    }
    await expect(unlockKey(dependencies)).rejects.toBeInstanceOf(WrongShareError);
  });

  it("of a revoked device are worthless", async () => {
    const { server, dependencies } = newBrowser();
    await ensureWallet(dependencies);
    server.sharings.length = 0;
    await expect(unlockKey(dependencies)).rejects.toMatchObject({ code: "recovery_needed" });
  });
});

describe("calls", () => {
  /** Records the calls in order, with their answers. */
  const newListener = () => {
    const browser = newBrowser();
    const calls: { readonly path: string; readonly body: string; readonly answer: string }[] = [];
    const api: ApiCall = async (route, input) => {
      const answer = await browser.server.api(route, input);
      calls.push({ path: route.path, body: JSON.stringify(input.body), answer: JSON.stringify(answer) });
      return answer;
    };
    const paths = () => calls.map(({ path }) => path);
    return { ...browser, dependencies: { ...browser.dependencies, api }, calls, paths };
  };
  const { storeSharing, fetchShare, confirmSharing, challenge, wallet } = routes.wallet;

  it("of a new wallet are four: the state contains the challenges, and nothing is asked twice", async () => {
    const { dependencies, paths } = newListener();
    await ensureWallet(dependencies);
    expect(paths()).toEqual([wallet.path, storeSharing.path, fetchShare.path, confirmSharing.path]);
  });

  it("of a signature are two", async () => {
    const { dependencies, calls, paths } = newListener();
    await ensureWallet(dependencies);
    calls.length = 0;
    await unlockKey(dependencies);
    expect(paths()).toEqual([wallet.path, fetchShare.path]);
  });

  it("ask for challenges when an older server's state contains none", async () => {
    const { server, store, dependencies, paths } = newListener();
    const { api } = dependencies;
    const older: ApiCall = async (route, input) => {
      const answer = await api(route, input);
      return route.path === wallet.path ? Object.assign({}, answer, { challenges: undefined }) : answer;
    };
    const address = await ensureWallet({ api: older, store });
    expect((await unlockKey({ api: older, store })).address).toBe(address);
    expect(paths().filter((path) => path === challenge.path)).toHaveLength(4);
    expect(server.address()).toBe(address);
  });

  it("sign no expired challenge: another tab may have held the wallet's lock for long", async () => {
    onTestFinished(() => void vi.useRealTimers());
    const { store, dependencies, calls, paths } = newListener();
    const address = await ensureWallet(dependencies);
    vi.useFakeTimers({ toFake: ["Date"] });
    calls.length = 0;
    const waiting: typeof store = {
      ...store,
      exclusive: (uid, work) => {
        vi.setSystemTime(Date.now() + 61_000);
        return store.exclusive(uid, work);
      },
    };
    expect((await unlockKey({ ...dependencies, store: waiting })).address).toBe(address);
    expect(paths()).toEqual([wallet.path, challenge.path, fetchShare.path]);
    const [, given, share] = calls;
    const { challenge: fresh } = z.object({ challenge: z.string() }).parse(JSON.parse(given?.answer ?? ""));
    expect(share?.body).toContain(fresh);
  });
});

describe("what storage has damaged", () => {
  const damages = {
    "a share's bytes": (record: AccountRecord) => ({
      ...record,
      shares: record.shares.map((share) => ({ ...share, sealed: new ArrayBuffer(8) })),
    }),
    "a share's form": (record: AccountRecord) => ({ ...record, shares: [null, 7, { version: 1 }] }),
    "the list of shares": (record: AccountRecord) => ({ ...record, shares: undefined }),
    "the device's key": (record: AccountRecord) => ({ ...record, deviceKey: {} }),
    "the wrapping key": ({ wrappingKey: _gone, ...record }: AccountRecord) => record,
    "the whole record": () => ({ uid: fakeUid }),
  };
  it.each(Object.entries(damages))("leads to recovery, which repairs it: %s", async (_what, damage) => {
    const { store, dependencies, takeLink } = newBrowser();
    const address = await ensureWallet(dependencies);
    const whole = store.records.get(fakeUid);
    if (!whole) throw new Error("a wallet was made");
    store.records.set(fakeUid, damage(whole) as AccountRecord); // a damaged record, which is what this tests
    expect(await hasUsableShare(dependencies)).toBe(false);
    await expect(unlockKey(dependencies).catch((error) => Promise.reject(toWalletError(error)))).rejects.toMatchObject({
      code: "recovery_needed",
    });
    await expect(ensureWallet(dependencies)).rejects.toMatchObject({ code: "recovery_needed" });
    await mailRecoveryLink(dependencies);
    expect(await takeLink()).toEqual({ kind: "here", address });
    expect((await unlockKey(dependencies)).address).toBe(address);
  });

  it("never replaces what a newer version of the wallet has stored", async () => {
    const { store, dependencies } = newBrowser();
    await ensureWallet(dependencies);
    const newer = { uid: fakeUid, format: 2 } as unknown as AccountRecord; // a version that does not exist yet
    store.records.set(fakeUid, newer);
    for (const use of [ensureWallet, unlockKey, hasUsableShare])
      await expect(use(dependencies)).rejects.toBeInstanceOf(StorageError);
    expect(store.records.get(fakeUid)).toBe(newer);
  });
});

describe("recovery by mailed link", () => {
  const lostBrowser = async () => {
    const first = newBrowser();
    const address = await ensureWallet(first.dependencies);
    return { address, first, ...newBrowser(first.server) };
  };

  it("gives a second browser a sharing of its own; the first keeps working", async () => {
    const { address, first, server, dependencies, takeLink } = await lostBrowser();
    await mailRecoveryLink(dependencies);
    expect(await takeLink()).toEqual({ kind: "here", address });
    expect((await unlockKey(dependencies)).address).toBe(address);
    expect((await unlockKey(first.dependencies)).address).toBe(address);
    expect(server.sharings).toHaveLength(2);
  });

  it("works only in the browser that asked, and opening it elsewhere does not spoil it", async () => {
    const { address, first, server, dependencies, takeLink } = await lostBrowser();
    await mailRecoveryLink(dependencies);
    const third = newBrowser(server);
    for (const other of [first, third]) await expect(other.takeLink()).rejects.toMatchObject({ code: "refused" });
    expect(await takeLink()).toEqual({ kind: "here", address });
    await expect(takeLink()).rejects.toMatchObject({ code: "refused" });
  });

  it("also accepts the earlier mail when it was asked for twice", async () => {
    const { address, server, dependencies, takeLink } = await lostBrowser();
    await mailRecoveryLink(dependencies);
    await mailRecoveryLink(dependencies);
    expect(await takeLink(server.mailed[0])).toEqual({ kind: "here", address });
  });

  it("rejects shares that are not of the account's address", async () => {
    const { server, dependencies, takeLink } = await lostBrowser();
    const stranger = newBrowser();
    await ensureWallet(stranger.dependencies);
    const [theirs] = stranger.server.sharings;
    for (const sharing of server.sharings)
      Object.assign(sharing, { serverShare: theirs?.serverShare, recoveryShare: theirs?.recoveryShare });
    await mailRecoveryLink(dependencies);
    await expect(takeLink()).rejects.toBeInstanceOf(WrongShareError);
  });

  it("that stops before it is confirmed is finished without a new link", async () => {
    const { address, server, dependencies, takeLink } = await lostBrowser();
    await mailRecoveryLink(dependencies);
    server.failNext(routes.wallet.confirmSharing.path, "unavailable");
    await expect(takeLink()).rejects.toMatchObject({ code: "unavailable" });
    expect(await ensureWallet(dependencies)).toBe(address);
    expect((await unlockKey(dependencies)).address).toBe(address);
  });

  it("that waits a day gives nothing before it, and is taken by itself the next time that the wallet is used", async () => {
    const { address, server, store, dependencies, takeLink } = await lostBrowser();
    server.delayRecovery();
    await mailRecoveryLink(dependencies);
    expect(await takeLink()).toMatchObject({ kind: "waits" });
    for (const use of [ensureWallet, unlockKey])
      await expect(use(dependencies)).rejects.toMatchObject({ code: "recovery_needed" });
    expect(store.records.get(fakeUid)?.shares).toEqual([]);
    server.passTime(86_400_000);
    expect(await ensureWallet(dependencies)).toBe(address);
    expect((await unlockKey(dependencies)).address).toBe(address);
    // It is not taken twice.
    expect((await dependencies.api(routes.wallet.wallet, {})).recoveries).toEqual([]);
  });

  it("that was stopped while it waited leaves the browser without the wallet, and asks for recovery as before", async () => {
    const { server, dependencies, takeLink } = await lostBrowser();
    server.delayRecovery();
    await mailRecoveryLink(dependencies);
    await takeLink();
    server.passTime(86_400_000);
    // After the server said that it is ready, and before it is taken.
    server.failNext(routes.wallet.takeRecovery.path, "wait_not_over");
    await expect(ensureWallet(dependencies)).rejects.toMatchObject({ code: "recovery_needed" });
    server.stopRecoveries();
    await expect(ensureWallet(dependencies)).rejects.toMatchObject({ code: "recovery_needed" });
  });

  it("that waited and stops in the middle of being taken is finished, or taken again", async () => {
    for (const path of [
      routes.wallet.takeRecovery.path,
      routes.wallet.storeSharing.path,
      routes.wallet.confirmSharing.path,
    ])
      for (const when of ["before", "after"] as const) {
        const { address, server, dependencies, takeLink } = await lostBrowser();
        server.delayRecovery();
        await mailRecoveryLink(dependencies);
        await takeLink();
        server.passTime(86_400_000);
        server.failNext(path, "unavailable", when);
        await expect(ensureWallet(dependencies)).rejects.toMatchObject({ code: "unavailable" });
        expect(await ensureWallet(dependencies), `${when} ${path}`).toBe(address);
      }
  });
});
