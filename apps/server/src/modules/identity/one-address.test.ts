import { generateKeyPairSync } from "node:crypto";
import { getAddressDecoder } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { type Address, routes, type Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { makeMailedCode } from "./sign-in-codes.ts";
import { setAddress, setTwitter } from "./store/edit-people.ts";
import { client, type HostileIssuer, startHostileIssuer } from "./testing/hostile-issuer.ts";

const { identity } = routes;
const isLong = process.env.TRIBE_LONG === "1";
let issuer: HostileIssuer;
let server: TestApp;
beforeAll(async () => {
  issuer = await startHostileIssuer();
  server = await startTestApp({
    config: { google: { ...client, issuer: issuer.url }, signInMethods: ["email", "google"] },
  });
  // Callers and server share this clock: between two steps the rate limit's minute passes.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterAll(async () => {
  vi.useRealTimers();
  await server.stop();
  await issuer.stop();
});

const newAddress = (): Address => {
  const der = generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" });
  return fromChainAddress(getAddressDecoder().decode(der.subarray(-32)));
};

/** The possible steps, in any order, on any of three devices: three mailboxes, three Google accounts and two X accounts. */
const device = fc.nat(2);
const mailbox = fc.nat(2);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("mail" as const), device, mailbox }) },
  // Google's address may be any person's, may change between sign-ins, and may not be one of Google's own.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("google" as const),
      device,
      subject: fc.nat(2),
      mailbox,
      isProven: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("connectX" as const), device, account: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("unlinkX" as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rotate" as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("signOut" as const), device }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Three browsers, and every observed owner. */
const newWorld = async () => {
  const id = crypto.randomUUID();
  const devices = await Promise.all([0, 1, 2].map(() => server.newDevice()));
  /** The first observed owner of each mailbox, Google account or wallet; it must never change. */
  const owners = new Map<string, Uid>();
  const addresses = new Map<Uid, Address>();
  const at = (index: number): TestDevice => {
    const found = devices[index];
    if (!found) throw new Error("no such device");
    return found;
  };
  const belongs = (what: string, uid: Uid): void => {
    expect([what, owners.get(what) ?? uid]).toEqual([what, uid]);
    owners.set(what, uid);
  };
  // The last mailbox's address is not one of Google's own.
  const emailOf = (index: number) => `${id}-${index}@${index === 2 ? "own.example" : "gmail.com"}`;

  /** Reads who is signed in; a new person creates a wallet, as the wallet's first confirmed sharing does. */
  const whoIs = async (browser: TestDevice): Promise<Uid> => {
    const { localUser } = await browser.call(identity.signIn, { body: { loginMethod: "email" } });
    const { uid, address } = localUser;
    const known = addresses.get(uid);
    if (known) {
      expect(address).toBe(known);
      return uid;
    }
    expect(address).toBe(null);
    const made = newAddress();
    await server.ctx.db.transaction((tx) => setAddress(tx, uid, made));
    addresses.set(uid, made);
    return uid;
  };
  const codeOn = (browser: TestDevice, email: string) =>
    server.ctx.db.transaction((tx) =>
      makeMailedCode(tx, server.ctx.keys, { deviceId: browser.credentials.deviceId, email }),
    );
  const signInByMail = async (browser: TestDevice, email: string): Promise<void> => {
    const code = await codeOn(browser, email);
    const session = await browser.call(identity.verifyEmail, { body: { email, code } });
    browser.credentials = { ...browser.credentials, session };
  };
  const signInWithGoogle = async (browser: TestDevice, subject: string, email: string, isProven: boolean) => {
    const { authorizationUrl } = await browser.call(identity.startGoogle, {});
    issuer.next = { ...issuer.next, claims: { sub: subject, email, email_verified: true } };
    const answer = await browser.call(identity.finishGoogle, { body: issuer.consent(authorizationUrl) });
    if (answer.outcome === "codeNeeded" && !isProven) return false;
    const session =
      answer.outcome === "signedIn"
        ? answer.session
        : await browser.call(identity.linkGoogle, { body: { code: await codeOn(browser, answer.email) } });
    browser.credentials = { ...browser.credentials, session };
    return true;
  };

  const take = async (next: Step): Promise<void> => {
    vi.setSystemTime(Date.now() + 60_001);
    const browser = at(next.device);
    const { session } = browser.credentials;
    if (next.kind === "mail") {
      await signInByMail(browser, emailOf(next.mailbox));
      belongs(emailOf(next.mailbox), await whoIs(browser));
      return;
    }
    if (next.kind === "google") {
      const subject = `${id}-google-${next.subject}`;
      const isNew = !owners.has(subject);
      if (!(await signInWithGoogle(browser, subject, emailOf(next.mailbox), next.isProven))) return;
      const uid = await whoIs(browser);
      belongs(subject, uid);
      // A new account belongs to the verified address: from then on its mailbox is the same person.
      if (isNew) belongs(emailOf(next.mailbox), uid);
      return;
    }
    if (!session) return;
    const uid = await whoIs(browser);
    const { db } = server.ctx;
    switch (next.kind) {
      case "connectX": {
        const account = { id: `${id}-x-${next.account}`, handle: "x", name: "X" };
        const taken = await db
          .transaction((tx) => setTwitter(tx, uid, account, null))
          .then(
            () => null,
            (error: { code?: string }) => error.code,
          );
        expect([null, "social_taken"]).toContain(taken);
        break;
      }
      case "unlinkX":
        await db.transaction((tx) => setTwitter(tx, uid, null, null));
        break;
      case "rotate": {
        const renewed = await browser.call(identity.rotateSession, {});
        browser.credentials = { ...browser.credentials, session: renewed };
        break;
      }
      case "signOut": {
        await browser.call(identity.signOut, {});
        const { deviceId, deviceSecret } = browser.credentials;
        browser.credentials = { deviceId, deviceSecret };
        return;
      }
    }
    expect(await whoIs(browser)).toBe(uid);
  };

  /** No two mailboxes are the same person, and the tables match all observations. */
  const check = async (): Promise<void> => {
    const boxes = [0, 1, 2].map((index) => owners.get(emailOf(index))).filter((uid) => uid !== undefined);
    expect(new Set(boxes).size).toBe(boxes.length);
    const { rows } = await server.ctx.db.execute<{ uid: Uid; address: Address; twitter_id: string | null }>(
      sql`select uid, address, twitter_id from people where email like ${`${id}-%`}`,
    );
    expect(new Map(rows.map(({ uid, address }) => [uid, address]))).toEqual(addresses);
    const linked = rows.flatMap(({ twitter_id: account }) => account ?? []);
    expect(new Set(linked).size).toBe(linked.length);
  };
  return { take, check };
};

test("no order of sign-ins, devices and linked accounts changes a wallet's address or merges two people", {
  timeout: isLong ? 3_600_000 : 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: isLong ? 10 : 6 }), async (steps) => {
      const world = await newWorld();
      for (const next of steps) await world.take(next);
      await world.check();
    }),
    { numRuns: isLong ? 10_000 : 40 },
  );
});
