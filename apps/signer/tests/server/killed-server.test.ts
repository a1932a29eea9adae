import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Address,
  createApiClient,
  readProofFragment,
  readRecoveryFragment,
  routes,
  smallWalletLamports,
  uidSchema,
} from "@tribe/contract";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openFileKeys } from "../../../server/src/engines/keys/embedded.ts";
import { openWalletFolder } from "../../../server/src/engines/wallet-store/folder.ts";
import { type BalanceNode, startBalanceNode } from "../../../server/src/modules/wallet/testing/balance-node.ts";
import { rewriteRecord, withTimePassed } from "../../../server/src/modules/wallet/testing/pass-time.ts";
import { issueWalletToken } from "../../../server/src/modules/wallet/tokens.ts";
import { type CaughtMail, catchMail } from "../../../server/src/testing/catch-mail.ts";
import { type RoleProcess, startRole } from "../../../server/src/testing/start-role.ts";
import { startTestApp, type TestApp } from "../../../server/src/testing/start-test-app.ts";
import { approveDevice, findApprovalRequest, openApprovalRequest } from "../../src/approvals/grant-approval.ts";
import { followApproval, requestApproval } from "../../src/approvals/request-approval.ts";
import { createMemoryAccountStore } from "../../src/testing/memory-account-store.ts";
import { createSoftwareAuthenticator } from "../../src/testing/software-authenticator.ts";
import { ensureWallet, unlockKey } from "../../src/wallet/ensure-wallet.ts";
import { moveToNewWallet, openBothKeys } from "../../src/wallet/move-wallet.ts";
import { mailProofLink, proveByLink, requestKey } from "../../src/wallet/own-key.ts";
import { type LinkOutcome, mailRecoveryLink, recoverByLink } from "../../src/wallet/recover.ts";

/**
 * The calls of a recovery without a wait, in order: each is interrupted before it is sent, while it is in progress, and after its
 * answer.
 */
const steps = ["which wallet", "start", "finish", "which wallet", "store", "share", "confirm"];
const ways = ["before", "during", "after"] as const;
const isLong = process.env.TRIBE_LONG === "1";
/** Each kill restarts the process: only `npm run test:long` has time for all of them, several times over. */
const cases = isLong
  ? Array.from({ length: 200 }, (_, kill) => ({ step: Math.floor(kill / 3) % steps.length, way: ways[kill % 3] }))
  : ([
      { step: 2, way: "after" },
      { step: 6, way: "during" },
    ] as const);

/** A kill, a start and a recovery take some seconds, more on a busy machine. */
const perKill = (kills: number) => ({ timeout: 120_000 + kills * 60_000 });

let folder: string;
let app: TestApp;
let keys: RoleProcess;
let node: BalanceNode;
const start = () =>
  startRole("keys", {
    folder,
    databaseUrl: app.ctx.databaseUrl,
    smtpUrl: mail.url,
    rpcUrl: node.rpcUrl,
  });

/** The mails of the process with the keys; the server beside it may send a recovery's mail as well. */
let mail: CaughtMail;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-kills-"));
  mail = await catchMail();
  node = await startBalanceNode();
  app = await startTestApp({ keys: await openFileKeys(folder) });
  keys = await start();
});
afterAll(async () => {
  await keys.stop();
  await app.stop();
  await mail.stop();
  node.stop();
  await rm(folder, { recursive: true, force: true });
});

type Person = Awaited<ReturnType<TestApp["newPerson"]>>;

/**
 * A browser whose calls go to the process with the keys; `beforeCall` may kill that. Its token is renewed for each call: many
 * kills on a slow machine take longer than one lives.
 */
const newBrowser = async (person: Person, beforeCall: (send: () => Promise<Response>) => Promise<Response>) => {
  const session = await app.ctx.ports.callers.session(person.credentials.session?.sessionId ?? "");
  if (!session) throw new Error("the person is signed in");
  const freshToken = () => issueWalletToken(app.ctx.keys, session, Date.now()).walletToken;
  const apiWith = (walletToken: () => string | null) =>
    createApiClient({
      // Read for each call: a restarted process has another port.
      origin: "http://keys",
      credentials: () => null,
      walletToken,
      fetch: (input, init) => beforeCall(() => fetch(String(input).replace("http://keys", keys.origin), init)),
    });
  return {
    api: apiWith(freshToken),
    apiWith: (walletToken: string | null) => apiWith(() => walletToken),
    store: createMemoryAccountStore(),
  };
};

const untouched = (send: () => Promise<Response>) => send();

type Browser = Awaited<ReturnType<typeof newBrowser>>;

/** The fragment of the link that this browser has just asked for. */
const mailedTo = async (browser: Browser, name: "recover" | "proof"): Promise<string> => {
  const [record] = browser.store.records.values();
  const request = record?.recoveries?.[0];
  const texts = () => [...mail.texts(), ...app.mails.map(({ text }) => text)];
  const found = () => texts().flatMap((text) => new RegExp(`#${name}=${request}[.][\\w-]{43}`).exec(text)?.[0] ?? []);
  // A job that a killed process had begun can be taken again after some seconds.
  await expect.poll(() => found().length, { timeout: 60_000 }).toBeGreaterThan(0);
  return found().at(-1) ?? "";
};

const dayMs = 86_400_000;

/** Shifts the wallet's record back by this time: the process with the keys uses the machine's clock. */
const pass = async (browser: Browser, milliseconds: number): Promise<void> => {
  const [record] = browser.store.records.values();
  const ctx = { ...app.ctx, walletStore: openWalletFolder(join(folder, "wallet-versions")) };
  await rewriteRecord(ctx, uidSchema.parse(record?.uid), withTimePassed(milliseconds));
};

/** Asks for a link and opens it, as a person does. */
const openLink = async (browser: Browser): Promise<LinkOutcome> => {
  await app.ctx.pool.query("delete from mail_sends");
  await mailRecoveryLink(browser);
  return recoverByLink(browser, readRecoveryFragment(await mailedTo(browser, "recover")) ?? expect.unreachable());
};

/** Like {@link openLink}, of an empty wallet: it comes at once. */
const recover = async (browser: Browser): Promise<Address> => {
  const outcome = await openLink(browser);
  return outcome.kind === "here" ? outcome.address : expect.unreachable();
};

/** Recovers a wallet that is worth something: waits for a link that was opened before, or opens one. */
const recoverLater = async (browser: Browser): Promise<Address> => {
  const { recoveries = [] } = await browser.api(routes.wallet.wallet, {});
  if (recoveries.length === 0) expect(await openLink(browser)).toMatchObject({ kind: "waits" });
  await pass(browser, dayMs);
  return ensureWallet(browser);
};

interface Kill {
  readonly step: number;
  readonly way: (typeof ways)[number] | undefined;
}

/** Kills the process with the keys at one of the calls that go through `beforeCall`, counted from `begin` on. */
const killAt = ({ step, way }: Kill, names: readonly string[]) => {
  let calls = Number.NEGATIVE_INFINITY;
  let isKilled = false;
  return {
    what: `${way} ${names[step]} (call ${step + 1})`,
    begin: () => {
      calls = 0;
    },
    isKilled: () => isKilled,
    beforeCall: async (send: () => Promise<Response>): Promise<Response> => {
      calls += 1;
      if (isKilled || calls !== step + 1) return send();
      isKilled = true;
      if (way === "before") await keys.kill();
      const sent = send();
      if (way === "during") {
        sent.catch(() => undefined);
        await keys.kill();
      }
      const answer = await sent;
      if (way !== "after") return answer;
      // The browser never gets the answer.
      await keys.kill();
      throw new TypeError("the connection broke");
    },
  };
};

/** A fresh proof, by a link that is mailed for it. */
const prove = async (browser: Browser): Promise<string> => {
  await app.ctx.pool.query("delete from mail_sends");
  await mailProofLink(browser);
  const link = readProofFragment(await mailedTo(browser, "proof")) ?? expect.unreachable();
  return (await proveByLink(browser, link)).proof;
};

it(
  `a process that is killed at any step of a recovery locks nobody out (${cases.length} kills)`,
  perKill(cases.length),
  async () => {
    let person = await app.newPerson();
    let first = await newBrowser(person, untouched);
    let address = await ensureWallet(first);
    for (const [index, kill] of cases.entries()) {
      // A wallet is in twenty browsers at most.
      if (index % 15 === 14) {
        person = await app.newPerson();
        first = await newBrowser(person, untouched);
        address = await ensureWallet(first);
      }
      const { what, begin, isKilled, beforeCall } = killAt(kill, steps);
      const browser = await newBrowser(person, beforeCall);
      begin();
      await recover(browser).catch(() => undefined);
      expect(isKilled(), what).toBe(true);
      keys = await start();
      // The first browser signs as before; the second gets the wallet with what it has, or with another link.
      expect((await unlockKey(first)).address, what).toBe(address);
      const mended = await ensureWallet(browser).catch((error) => {
        expect(error, what).toMatchObject({ code: "recovery_needed" });
        return recover(browser);
      });
      expect(mended, what).toBe(address);
      expect((await unlockKey(browser)).address, what).toBe(address);
    }
  },
);

/** The calls of a recovery with a wait, in order: `finish` begins the wait, `take` and the rest end it. */
const waitedSteps = [
  ...["which wallet", "start", "finish", "what it waits for"],
  ...["which wallet", "take", "store", "share", "challenge", "confirm"],
];
const waitedKills = isLong
  ? waitedSteps.flatMap((_, step) => ways.map((way) => ({ step, way })))
  : ([
      { step: 2, way: "after" },
      { step: 9, way: "after" },
    ] as const);

it(
  `a process that is killed at any step of a recovery that waits shortens no wait and loses none (${waitedKills.length} kills)`,
  perKill(waitedKills.length),
  async () => {
    node.others = Number(smallWalletLamports);
    onTestFinished(() => {
      node.others = 0;
    });
    for (const kill of waitedKills) {
      const { what, begin, isKilled, beforeCall } = killAt(kill, waitedSteps);
      const person = await app.newPerson();
      const first = await newBrowser(person, untouched);
      const address = await ensureWallet(first);
      const browser = await newBrowser(await app.newPerson(person.email), beforeCall);
      begin();
      const recovered = async () => {
        const outcome = await openLink(browser);
        expect(outcome, what).toMatchObject({ kind: "waits" });
        return recoverLater(browser);
      };
      await recovered().catch(() => undefined);
      expect(isKilled(), what).toBe(true);
      keys = await start();
      expect((await unlockKey(first)).address, what).toBe(address);
      const { recoveries = [] } = await browser.api(routes.wallet.wallet, {});
      expect(recoveries.length, what).toBeLessThan(2);
      // If its day has passed it takes the wallet, otherwise it must wait another day.
      const mended = await ensureWallet(browser).catch((error) => {
        expect(error, what).toMatchObject({ code: "recovery_needed" });
        return recoverLater(browser);
      });
      expect(mended, what).toBe(address);
      expect((await browser.api(routes.wallet.wallet, {})).recoveries, what).toEqual([]);
      for (const each of [first, browser]) expect((await unlockKey(each)).address, what).toBe(address);
    }
  },
);

/** The calls of a move, in order. */
const moveSteps = [
  ...["which wallet", "which wallet", "challenge", "share", "challenge", "store"],
  ...["challenge", "which wallet", "confirm"],
];
const moveKills = isLong
  ? moveSteps.flatMap((_, step) => ways.map((way) => ({ step, way })))
  : ([
      { step: 5, way: "after" },
      { step: 8, way: "during" },
    ] as const);

it(
  `a process that is killed at any step of a move leaves the old wallet, or the new one with the old one's key (${moveKills.length} kills)`,
  perKill(moveKills.length),
  async () => {
    for (const kill of moveKills) {
      const { what, begin, isKilled, beforeCall } = killAt(kill, moveSteps);
      const browser = await newBrowser(await app.newPerson(), beforeCall);
      const before = await ensureWallet(browser);
      const proof = await prove(browser);
      await requestKey(browser, "move", proof);
      begin();
      await moveToNewWallet(browser, proof).catch(() => undefined);
      expect(isKilled(), what).toBe(true);
      keys = await start();
      const { address } = await unlockKey(browser);
      const { move } = await browser.api(routes.wallet.wallet, {});
      if (move) {
        expect([address === before, move.from], what).toEqual([false, before]);
      } else {
        // Nothing has changed: a new attempt creates a different wallet.
        expect(address, what).toBe(before);
        await moveToNewWallet(browser, proof);
      }
      const { from, to } = await openBothKeys(browser);
      expect([from.address, to.address], what).toEqual([before, (await unlockKey(browser)).address]);
      expect(to.address, what).not.toBe(before);
    }
  },
);

/** The calls with which one browser gives the wallet to another, of both in turn. */
const approvalSteps = [
  ...["which wallet", "challenge", "ask", "look", "look", "challenge", "open", "look", "reveal"],
  ...["look", "which wallet", "look", "challenge", "share", "challenge", "approve"],
  ...["look", "challenge", "share", "challenge", "confirm"],
];
const approvalKills = isLong
  ? approvalSteps.flatMap((_, step) => ways.map((way) => ({ step, way })))
  : ([
      { step: 8, way: "after" },
      { step: 20, way: "during" },
    ] as const);

/**
 * The actions of a person at both browsers until the second one has the wallet: starts a new request if the old one is over,
 * otherwise continues it.
 */
const approve = async (
  first: Browser & { readonly authenticator: ReturnType<typeof createSoftwareAuthenticator> },
  second: Browser,
  uid: string,
): Promise<Address> => {
  await requestApproval(second);
  for (let turn = 0; turn < 6; turn += 1) {
    const state = await followApproval(second, uid);
    if (state.kind === "here") return state.address;
    if (state.kind === "over") {
      await requestApproval(second);
      continue;
    }
    const approvalRequest = await findApprovalRequest(first, uid);
    if (approvalRequest?.stage === "new") await openApprovalRequest(first, uid, approvalRequest.asked);
    if (approvalRequest?.stage === "ready" && state.number !== null)
      await approveDevice(first, uid, { request: approvalRequest.asked.request, typed: state.number });
  }
  throw new Error("two browsers are done in fewer turns");
};

it(
  `a process that is killed at any step of an approval locks nobody out (${approvalKills.length} kills)`,
  perKill(approvalKills.length),
  async () => {
    for (const kill of approvalKills) {
      const { what, begin, isKilled, beforeCall } = killAt(kill, approvalSteps);
      const person = await app.newPerson();
      const authenticator = createSoftwareAuthenticator("http://signer.example");
      const first = { ...(await newBrowser(person, beforeCall)), authenticator };
      const address = await ensureWallet(first);
      const { uid } = await first.api(routes.wallet.wallet, {});
      const second = await newBrowser(await app.newPerson(person.email), beforeCall);
      begin();
      await approve(first, second, uid).catch(() => undefined);
      expect(isKilled(), what).toBe(true);
      keys = await start();
      expect((await unlockKey(first)).address, what).toBe(address);
      // The second browser has it from what it received, or by continuing.
      const mended = await ensureWallet(second).catch((error) => {
        expect(error, what).toMatchObject({ code: "recovery_needed" });
        return approve(first, second, uid);
      });
      expect(mended, what).toBe(address);
      for (const browser of [first, second]) expect((await unlockKey(browser)).address, what).toBe(address);
    }
  },
);
