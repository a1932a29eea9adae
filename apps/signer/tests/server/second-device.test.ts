import { type ApiCall, type Base64, createApiClient, routes } from "@tribe/contract";
import { approvalTexts } from "@tribe/domain/words";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueWalletToken } from "../../../server/src/modules/wallet/tokens.ts";
import { startTestApp, type TestApp } from "../../../server/src/testing/start-test-app.ts";
import { commitmentOf, makeAgreement, openHalf, randomNonce, sealHalf } from "../../src/approvals/approval-crypto.ts";
import {
  approveDevice,
  findApprovalRequest,
  openApprovalRequest,
  refuseApprovalRequest,
} from "../../src/approvals/grant-approval.ts";
import { followApproval, requestApproval, withdrawApproval } from "../../src/approvals/request-approval.ts";
import { addPasskey } from "../../src/passkeys/add-passkey.ts";
import { createMemoryAccountStore } from "../../src/testing/memory-account-store.ts";
import { createMemoryUnlockedKeys } from "../../src/testing/memory-unlocked-keys.ts";
import { createSoftwareAuthenticator } from "../../src/testing/software-authenticator.ts";
import { ensureWallet, unlockKey } from "../../src/wallet/ensure-wallet.ts";

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

type Person = Pick<Awaited<ReturnType<TestApp["newPerson"]>>, "credentials">;
type Asked = { approval: Record<string, unknown> | null };

/** One browser of a person. `between` is a man in the middle between it and the server. */
const newBrowser = async (person: Person, between: { answer?: (path: string, answer: Asked) => unknown } = {}) => {
  // From the server's session, by the server's clock: a test may have moved it.
  const session = await server.ctx.ports.callers.session(person.credentials.session?.sessionId ?? "");
  if (!session) throw new Error("the person is signed in");
  const { walletToken } = issueWalletToken(server.ctx.keys, session, server.ctx.now());
  const call = createApiClient({ origin: server.origin, credentials: () => null, walletToken: () => walletToken });
  const calls: string[] = [];
  const failing = new Set<string>();
  const api = (async (route, input) => {
    calls.push(route.path);
    if (failing.delete(route.path)) throw new Error("the browser was closed here");
    const answer = await call(route, input);
    return between.answer ? between.answer(route.path, answer as unknown as Asked) : answer;
  }) as ApiCall;
  const authenticator = createSoftwareAuthenticator(server.ctx.config.signerUrl);
  return {
    ...{ api, calls, failing, authenticator, unlocked: createMemoryUnlockedKeys() },
    store: createMemoryAccountStore(),
  };
};
type Browser = Awaited<ReturnType<typeof newBrowser>>;

/** An owner in a browser with the wallet, and another one of theirs without. */
const newPair = async (between: Parameters<typeof newBrowser>[1] = {}) => {
  const person = await server.newPerson();
  const first = await newBrowser(person);
  const address = await ensureWallet(first);
  const other = await server.newPerson(person.email);
  const second = await newBrowser(other, between);
  const { uid } = await first.api(routes.wallet.wallet, {});
  return { person, other, first, second, address, uid };
};

const open = async (browser: Browser, uid: string) => {
  const approvalRequest = await findApprovalRequest(browser, uid);
  if (!approvalRequest) throw new Error("another browser has asked");
  await openApprovalRequest(browser, uid, approvalRequest.asked);
  return approvalRequest.asked;
};

/** The number on the screen of the requesting browser. */
const numberOn = async (browser: Browser, uid: string): Promise<string> => {
  const state = await followApproval(browser, uid);
  if (state.kind !== "waiting" || state.number === null) throw new Error(`it shows none: ${state.kind}`);
  return state.number;
};

describe("a browser that has the wallet", () => {
  it("shares it with another one whose number is typed, and both sign from then on", async () => {
    const { first, second, address, uid } = await newPair();
    await requestApproval(second);
    expect(await followApproval(second, uid)).toMatchObject({ kind: "waiting", number: null });
    const { request } = await open(first, uid);
    const number = await numberOn(second, uid);
    expect(number).toMatch(/^[0-9]{9}$/);
    const wrong = String((BigInt(number) + 1n) % 1_000_000_000n).padStart(9, "0");
    await expect(approveDevice(first, uid, { request, typed: wrong })).rejects.toThrow(approvalTexts.otherNumber);
    expect((await findApprovalRequest(first, uid))?.stage).toBe("ready");
    await approveDevice(first, uid, { request, typed: number.replace(/(...)(...)(...)/, "$1 $2-$3") });
    expect(await followApproval(second, uid)).toEqual({ kind: "here", address });
    for (const browser of [first, second]) expect((await unlockKey(browser)).address).toBe(address);
    expect(await findApprovalRequest(first, uid)).toBeNull();
    expect((await second.store.get(uid))?.approval).toBeUndefined();
  });

  it("must also use its passkey if one is active, which unlocks it as well: without it the server stores nothing", async () => {
    const { person, other, first, address, uid } = await newPair();
    await addPasskey(first, "Passkey");
    server.clock.offset = 259_200_000;
    try {
      const later = { ...first, api: (await newBrowser(person)).api };
      const second = await newBrowser(other);
      later.unlocked.lockAll();
      await requestApproval(second);
      const { request } = await open(later, uid);
      const typed = await numberOn(second, uid);
      later.authenticator.set({ isAbsent: true });
      await expect(approveDevice(later, uid, { request, typed })).rejects.toMatchObject({ problem: "cancelled" });
      later.authenticator.set({ isAbsent: false });
      const touches = later.authenticator.touches();
      const without = {
        ...later,
        api: (async (route, input) => {
          const { passkey: _, ...body } = (input as { body?: { passkey?: unknown } }).body ?? {};
          return later.api(route, route.path === routes.wallet.approveDevice.path ? ({ body } as typeof input) : input);
        }) as ApiCall,
      };
      await expect(approveDevice(without, uid, { request, typed })).rejects.toMatchObject({ code: "passkey_invalid" });
      later.unlocked.lockAll();
      await approveDevice(later, uid, { request, typed });
      // The passkey was used once for both, each time.
      expect(later.authenticator.touches()).toBe(touches + 2);
      expect(await followApproval(second, uid)).toEqual({ kind: "here", address });
    } finally {
      server.clock.offset = 0;
    }
  });

  it("refuses, and the other one is notified", async () => {
    const { first, second, uid } = await newPair();
    await requestApproval(second);
    await refuseApprovalRequest(first, await open(first, uid), false);
    expect(await followApproval(second, uid)).toEqual({ kind: "over", reason: "refused" });
    await requestApproval(second);
    expect(await findApprovalRequest(first, uid)).toMatchObject({ stage: "new" });
    await withdrawApproval(second, uid);
    expect(await findApprovalRequest(first, uid)).toBeNull();
  });
});

describe("a request goes on", () => {
  it("after a reload in both browsers, at each step", async () => {
    const { first, second, address, uid } = await newPair();
    await requestApproval(second);
    await requestApproval(second);
    expect(second.calls.filter((path) => path === routes.wallet.askForApproval.path)).toHaveLength(1);
    await open(first, uid);
    const { request } = await open(first, uid);
    const number = await numberOn(second, uid);
    expect(await numberOn(second, uid)).toBe(number);
    await approveDevice(first, uid, { request, typed: number });
    for (const path of [routes.wallet.fetchShare.path, routes.wallet.confirmSharing.path]) {
      second.failing.add(path);
      await expect(followApproval(second, uid)).rejects.toThrow("the browser was closed here");
    }
    expect(await followApproval(second, uid)).toEqual({ kind: "here", address });
    expect((await unlockKey(second)).address).toBe(address);
  });

  it("with the stored data of the requesting browser, if it was closed before the wallet was active", async () => {
    const { first, second, address, uid } = await newPair();
    await requestApproval(second);
    const { request } = await open(first, uid);
    await approveDevice(first, uid, { request, typed: await numberOn(second, uid) });
    second.failing.add(routes.wallet.confirmSharing.path);
    await expect(followApproval(second, uid)).rejects.toThrow("the browser was closed here");
    expect(await ensureWallet(second)).toBe(address);
  });
});

describe("a man in the middle between the two browsers", () => {
  it("is detected by the commitment when they replace the other browser's key", async () => {
    const { person, first, second, uid } = await newPair();
    await requestApproval(second);
    const { publicKey } = await makeAgreement();
    const misled = {
      ...(await newBrowser(person, { answer: swapped({ agreementKey: publicKey }) })),
      store: first.store,
    };
    const asked = await open(misled, uid);
    const number = await numberOn(second, uid);
    await expect(approveDevice(misled, uid, { request: asked.request, typed: number })).rejects.toThrow(
      approvalTexts.changed,
    );
  });

  it("gets another number with a replaced commitment, whatever they reveal afterwards", async () => {
    const { person, first, second, uid } = await newPair();
    await requestApproval(second);
    const { publicKey } = await makeAgreement();
    const { address } = await first.api(routes.wallet.wallet, {});
    const { approval } = await first.api(routes.wallet.approval, {});
    if (!approval || !address) throw new Error("it was asked for");
    const { devicePublicKey } = approval;
    const own = randomNonce();
    const commitment = await commitmentOf({ uid, address, devicePublicKey, agreementKey: publicKey }, own);
    let isShown = false;
    const answer = (path: string, got: Asked) => {
      if (path !== routes.wallet.approval.path || !got.approval) return got;
      const nonce = isShown ? own : null;
      return { ...got, approval: { ...got.approval, agreementKey: publicKey, commitment, nonce } };
    };
    const misled = { ...(await newBrowser(person, { answer })), store: first.store };
    const { request } = await open(misled, uid);
    const number = await numberOn(second, uid);
    isShown = true;
    await expect(approveDevice(misled, uid, { request, typed: number })).rejects.toThrow(approvalTexts.otherNumber);
    // A commitment that changes after our nonce is known counts as another request, and is refused.
    const { agreementKey } = approval;
    const later = await commitmentOf({ uid, address, devicePublicKey, agreementKey }, own);
    const changed = swapped({ commitment: later, nonce: own });
    const late = { ...(await newBrowser(person, { answer: changed })), store: first.store };
    await expect(approveDevice(late, uid, { request, typed: number })).rejects.toThrow(approvalTexts.changed);
  });

  it("can't replace the nonce after the requesting browser has revealed its own, which would let them choose the number", async () => {
    let nonce: Base64 | null = null;
    const answer = (path: string, got: Asked) => {
      const approver = got.approval?.approver;
      if (path !== routes.wallet.approval.path || !approver || !nonce) return got;
      return { ...got, approval: { ...got.approval, approver: { ...approver, nonce } } };
    };
    const { first, second, uid } = await newPair({ answer });
    await requestApproval(second);
    await open(first, uid);
    await numberOn(second, uid);
    nonce = randomNonce();
    expect(await followApproval(second, uid)).toEqual({ kind: "over", reason: "changed" });
    expect(await findApprovalRequest(first, uid)).toBeNull();
  });

  it("can't read a key share, and can't inject one: the combined shares must give the wallet's key", async () => {
    const { first, second, uid, address } = await newPair();
    await requestApproval(second);
    const { request } = await open(first, uid);
    await approveDevice(first, uid, { request, typed: await numberOn(second, uid) });
    const { approval } = await second.api(routes.wallet.approval, {});
    const record = await second.store.get(uid);
    if (!approval?.approved || !record?.approval) throw new Error("it was given");
    const half = { uid, address, ...approval };
    const { privateKey } = await makeAgreement();
    expect(await openHalf(half, privateKey, approval.approved.sealedShare)).toBeNull();
    expect(
      await openHalf({ ...half, request: "A".repeat(22) }, record.approval.privateKey, approval.approved.sealedShare),
    ).toBeNull();
    const forged = await sealHalf(half, crypto.getRandomValues(new Uint8Array(33)));
    const { version } = approval.approved;
    const misled = {
      ...second,
      api: (async (route, input) => {
        const got = await second.api(route, input);
        if (route.path !== routes.wallet.approval.path) return got;
        return { approval: { ...approval, approved: { version, sealedShare: forged } } };
      }) as ApiCall,
    };
    await expect(followApproval(misled, uid)).rejects.toThrow();
    await expect(unlockKey(second)).rejects.toMatchObject({ code: "recovery_needed" });
    expect((await unlockKey(first)).address).toBe(address);
    expect(await followApproval(second, uid)).toEqual({ kind: "here", address });
  });
});

const swapped = (change: Record<string, unknown>) => (path: string, got: Asked) =>
  path === routes.wallet.approval.path && got.approval ? { ...got, approval: { ...got.approval, ...change } } : got;
