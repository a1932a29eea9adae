import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, createApiClient, readRecoveryFragment, routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openFileKeys } from "../../server/src/engines/keys/embedded.ts";
import { type CaughtMail, catchMail } from "../../server/src/testing/catch-mail.ts";
import { type RoleProcess, startRole } from "../../server/src/testing/start-role.ts";
import { startTestApp, type TestApp } from "../../server/src/testing/start-test-app.ts";
import { createMemoryAccountStore } from "../src/testing/memory-account-store.ts";
import { ensureWallet, unlockKey } from "../src/wallet/ensure-wallet.ts";
import { mailRecoveryLink, recoverByLink } from "../src/wallet/recover.ts";

/** The calls of a recovery, in order: each is broken off before it is sent, while it is under way, and once it is answered. */
const steps = [
  ...["which wallet", "start", "finish", "which wallet", "challenge", "store"],
  ...["challenge", "share", "challenge", "confirm"],
];
const ways = ["before", "during", "after"] as const;
const isLong = process.env.TRIBE_LONG === "1";
/** Each kill starts the process anew: `npm run test:long` has the time for all of them, several times over. */
const cases = isLong
  ? Array.from({ length: 200 }, (_, kill) => ({ step: Math.floor(kill / 3) % steps.length, way: ways[kill % 3] }))
  : ([
      { step: 2, way: "after" },
      { step: 5, way: "after" },
      { step: 9, way: "during" },
      { step: 9, way: "after" },
    ] as const);

let folder: string;
let app: TestApp;
let keys: RoleProcess;
const start = () => startRole("keys", { folder, databaseUrl: app.ctx.databaseUrl, smtpUrl: mail.url });

/** What the process with the keys mails; the server beside it may write a recovery's mail as well. */
let mail: CaughtMail;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-kills-"));
  mail = await catchMail();
  app = await startTestApp({ keys: await openFileKeys(folder) });
  keys = await start();
});
afterAll(async () => {
  await keys.stop();
  await app.stop();
  await mail.stop();
  await rm(folder, { recursive: true, force: true });
});

type Person = Awaited<ReturnType<TestApp["newPerson"]>>;

/** A browser whose calls go to the process with the keys; `beforeCall` may end that. */
const newBrowser = async (person: Person, beforeCall: (send: () => Promise<Response>) => Promise<Response>) => {
  const token = (await person.call(routes.wallet.walletToken, {})).walletToken;
  const apiWith = (walletToken: string | null = token) =>
    createApiClient({
      // Asked anew for each call: another process has another port.
      origin: "http://keys",
      credentials: () => null,
      walletToken: () => walletToken,
      fetch: (input, init) => beforeCall(() => fetch(String(input).replace("http://keys", keys.origin), init)),
    });
  return {
    api: apiWith(),
    apiWith: (walletToken: string | null) => apiWith(walletToken),
    store: createMemoryAccountStore(),
  };
};

const untouched = (send: () => Promise<Response>) => send();

/** Asks for a link and takes it, as a person does. */
const recover = async (browser: Awaited<ReturnType<typeof newBrowser>>): Promise<Address> => {
  await app.ctx.pool.query("delete from mail_sends");
  await mailRecoveryLink(browser);
  const [record] = browser.store.records.values();
  const request = record?.recoveries?.[0];
  const texts = () => [...mail.texts(), ...app.mails.map(({ text }) => text)];
  const found = () => texts().flatMap((text) => new RegExp(`#recover=${request}[.][\\w-]{43}`).exec(text)?.[0] ?? []);
  // A job that a killed process had begun is free again after seconds.
  await expect.poll(() => found().length, { timeout: 60_000 }).toBeGreaterThan(0);
  return recoverByLink(browser, readRecoveryFragment(found().at(-1) ?? "") ?? expect.unreachable());
};

it(`a process that is killed at any step of a recovery locks nobody out (${cases.length} kills)`, async () => {
  let person = await app.newPerson();
  let first = await newBrowser(person, untouched);
  let address = await ensureWallet(first);
  for (const [index, { step, way }] of cases.entries()) {
    // A wallet is in twenty browsers at most.
    if (index % 15 === 14) {
      person = await app.newPerson();
      first = await newBrowser(person, untouched);
      address = await ensureWallet(first);
    }
    let calls = 0;
    let isKilled = false;
    const browser = await newBrowser(person, async (send) => {
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
      // The browser never hears of what was done.
      await keys.kill();
      throw new TypeError("the connection broke");
    });
    const what = `${way} ${steps[step]} (call ${step + 1})`;
    await recover(browser).catch(() => undefined);
    expect(isKilled, what).toBe(true);
    keys = await start();
    // The first browser signs as before; the second gets the wallet by what it has, or by another link.
    expect((await unlockKey(first)).address, what).toBe(address);
    const mended = await ensureWallet(browser).catch((error) => {
      expect(error, what).toMatchObject({ code: "recovery_needed" });
      return recover(browser);
    });
    expect(mended, what).toBe(address);
    expect((await unlockKey(browser)).address, what).toBe(address);
  }
});
