import { createServer } from "node:http";
import {
  type Address,
  createApiClient,
  readEmailFragment,
  readStopFragment,
  routes,
  uidSchema,
  walletActions,
  walletProofSeconds,
  walletWaits,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connectChain } from "../../engines/chain/connect.ts";
import { linkFor, mailsSent, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { type Link, newWallet, type Owner, share, walletFrames } from "./testing/wallet-frames.ts";

const { wallet } = routes;

/** What the node says that each wallet holds; null: it does not answer. */
let lamports: number | null = null;
const node = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  if (lamports === null) return response.writeHead(503).end();
  const answer = (call: { id: unknown; method: string }) => {
    const value = call.method === "getBalance" ? lamports : [];
    return { jsonrpc: "2.0", id: call.id, result: { context: { slot: 1 }, value } };
  };
  const asked = JSON.parse(text);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
});

let server: TestApp;
const { openFrame, newOwner, linkOf, proofOf, proofLinkOf, refresh, refreshed, lastMail } = walletFrames(() => server);
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const address = node.address();
  const rpcUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const programAddress = "11111111111111111111111111111111" as Address; // never called
  server = await startTestApp({ chain: connectChain({ rpcUrl, programAddress, isEmbedded: false }) });
});
afterAll(async () => {
  await server.stop();
  node.closeAllConnections();
  node.close();
});

describe("what is sent past the allowance, where no passkey can be asked", () => {
  const day = walletWaits.sendSeconds * 1_000;
  afterEach(() => {
    server.clock.offset = 0;
  });
  const sendsOf = async ({ frame }: Owner) => (await frame.call(wallet.wallet, {})).sends ?? [];

  test("waits a day, told by mail and in every browser, for one device and one address", async () => {
    const owner = await newOwner();
    const { person, frame } = owner;
    const [friend, mint] = [newWallet().address, newWallet().address];
    const wait = await frame.askToSend(friend);
    expect(wait).toMatchObject({ what: "recipient", address: friend, devicePublicKey: frame.devicePublicKey });
    expect([wait.readyAt - wait.askedAt, wait.expiresAt - wait.readyAt]).toEqual([day, day]);
    const mail = await lastMail(person.email);
    expect(mail?.subject).toBe("Your wallet is asked to send 6 SOL to a new address");
    expect(mail?.text).toContain(friend);
    const other = await server.newPerson(person.email);
    expect((await other.call(wallet.safety, {})).sends).toEqual([wait]);
    // Asked again, for more, it is the same one, and brings nothing forward.
    server.clock.offset = day / 2;
    refresh(owner);
    expect(await frame.askToSend(friend, "recipient", "9000000000000")).toEqual(wait);
    await frame.askToSend(mint, "token");
    expect((await lastMail(person.email))?.subject).toBe("Your wallet is asked to spend 6 SOL on a new token");
    server.clock.offset = wait.expiresAt - wait.askedAt + 60_000;
    refresh(owner);
    expect((await sendsOf(owner)).map(({ address }) => address)).toEqual([mint]);
  });

  test("is asked for by a device that has the wallet alone, and never so often that its mails bury others", async () => {
    const owner = await newOwner();
    const { person, frame } = owner;
    const friend = newWallet().address;
    const stolen = await openFrame(await server.newPerson(person.email));
    await expect(stolen.askToSend(friend)).rejects.toMatchObject({ code: "device_unknown" });
    const device = await frame.prove(walletActions.askForKey);
    const body = { what: "recipient", address: friend, lamports: "1", devicePublicKey: frame.devicePublicKey } as const;
    await expect(frame.call(wallet.askToSend, { body: { ...body, device } })).rejects.toMatchObject({
      code: "device_unknown",
    });
    const own = await frame.prove(walletActions.askToSend);
    for (const wrong of ["-1", "1.5", "", "1e9"])
      await expect(
        frame.call(wallet.askToSend, { body: { ...body, lamports: wrong, device: own } }),
      ).rejects.toMatchObject({ field: "body.lamports" });
    for (let count = 0; count < 10; count += 1) {
      // A minute later each: the call's own rate is another limit.
      server.clock.offset += 61_000;
      refresh(owner);
      await frame.askToSend(newWallet().address);
    }
    server.clock.offset += 61_000;
    refresh(owner);
    await expect(frame.askToSend(friend)).rejects.toMatchObject({ code: "conflict" });
  });

  test("ends when it is stopped from any browser, or with the device that asked", async () => {
    const owner = await newOwner();
    const { id } = await owner.frame.askToSend(newWallet().address);
    const other = await server.newPerson(owner.person.email);
    await other.call(wallet.stopWait, { body: { id } });
    expect((await lastMail(owner.person.email))?.subject).toBe("Your wallet sends nothing there");
    expect(await sendsOf(owner)).toEqual([]);
    const again = await owner.frame.askToSend(newWallet().address);
    await owner.frame.call(wallet.cancelWait, { body: { id: again.id } });
    expect(await sendsOf(owner)).toEqual([]);
    await owner.frame.askToSend(newWallet().address);
    await other.call(routes.identity.endOtherSessions, {});
    await mailsSent(server.ctx);
    expect((await other.call(wallet.safety, {})).sends).toEqual([]);
  });

  test("is no nearer to who writes the database", async () => {
    const { frame } = await newOwner();
    const { readyAt, askedAt } = await frame.askToSend(newWallet().address);
    await server.ctx.db.execute(sql`
      update wallet_records set body = replace(body, ${`"readyAt":${readyAt}`}, ${`"readyAt":${askedAt}`})
      where uid = ${frame.uid}`);
    await expect(frame.call(wallet.wallet, {})).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });
});

describe("another recovery address", () => {
  const wait = walletWaits.changeSeconds * 1_000;
  afterEach(() => {
    server.clock.offset = 0;
  });
  const newEmail = () => `new-${crypto.randomUUID()}@example.test`;
  const linkTo = async (email: string): Promise<Link> => {
    const link = readEmailFragment(new URL(await linkFor(server, email)).hash);
    if (!link) throw new Error("the mail's link is for a new address");
    return link;
  };
  const stopLinkTo = async (email: string) => {
    const { text = "" } = (await lastMail(email)) ?? {};
    const link = readStopFragment(/#stop=\S+/.exec(text)?.[0] ?? "");
    if (!link) throw new Error("the mail's link stops the change");
    return link;
  };
  const anybody = () => createApiClient({ origin: server.origin, credentials: () => null });
  const infoOf = ({ frame }: Owner) => frame.call(wallet.wallet, {});
  /** A person whose new address has shown that its mails are read. */
  const newChange = async () => {
    const owner = await newOwner();
    const email = newEmail();
    await owner.frame.askForEmail(await proofOf(owner), email);
    const link = await linkTo(email);
    const change = await owner.frame.confirmEmail(link);
    return { owner, email, link, change };
  };
  /** To whom a recovery's link goes that is asked for now. */
  const recoveryGoesTo = async (owner: Owner, emails: readonly string[]) => {
    refresh(owner);
    await server.ctx.db.execute(sql`delete from mail_sends`);
    await mailsSent(server.ctx);
    const before = server.mails.length;
    await owner.frame.askForLink();
    await mailsSent(server.ctx);
    const sent = server.mails.slice(before).filter(({ text }) => text.includes("#recover="));
    return emails.filter((email) => sent.some(({ to }) => to === email));
  };

  test("counts 72 hours after its own mailbox was opened, told to both, and until then the one before does", async () => {
    const { owner, email, link, change } = await newChange();
    const old = owner.person.email;
    expect((change.from ?? 0) - change.askedAt).toBeGreaterThanOrEqual(wait);
    await mailsSent(server.ctx);
    const subjects = (to: string) => server.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
    expect(subjects(old).at(-1)).toBe("Your Tribe wallet gets another recovery address");
    expect(subjects(email).at(-1)).toBe("This address will bring your Tribe wallet back");
    // The address before is told the new one, the new one is told nothing of it.
    expect(server.mails.filter(({ to }) => to === email).some(({ text }) => text.includes(old))).toBe(false);
    expect(await infoOf(owner)).toMatchObject({ email: old, emailChange: { email, from: change.from } });
    const other = await server.newPerson(old);
    expect(await other.call(wallet.safety, {})).toMatchObject({ email: old, emailChange: { email } });
    // The link is used up.
    await expect(owner.frame.confirmEmail(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    expect(await recoveryGoesTo(owner, [old, email])).toEqual([old]);
    server.clock.offset = wait - 60_000;
    expect(await recoveryGoesTo(owner, [old, email])).toEqual([old]);
    server.clock.offset = wait + 60_000;
    expect(await recoveryGoesTo(owner, [old, email])).toEqual([email]);
    expect(await infoOf(owner)).toMatchObject({ email, emailChange: null });
  });

  test("that came into force is the address from then on, whatever is asked and stopped after it", async () => {
    const { owner, email, change } = await newChange();
    const stop = await stopLinkTo(owner.person.email);
    server.clock.offset = wait + 60_000;
    expect(await anybody()(wallet.stopEmail, { body: stop })).toEqual({ isStopped: false });
    refresh(owner);
    await owner.frame.call(wallet.cancelWait, { body: { id: change.id } });
    await server.ctx.db.execute(sql`delete from mail_sends`);
    await owner.frame.askForProof();
    const { proof } = await owner.frame.proveBy(await proofLinkOf(email));
    await owner.frame.askForEmail(proof, newEmail());
    expect((await infoOf(owner)).email).toBe(email);
    // Another of the account's browsers ends the one that asked.
    await server.ctx.db.transaction((tx) =>
      server.ctx.jobs.add(tx, "wallet.endDevices", {
        uid: uidSchema.parse(owner.frame.uid),
        deviceIds: [owner.person.credentials.deviceId],
      }),
    );
    await mailsSent(server.ctx);
    server.clock.offset = 0;
    const { rows } = await server.ctx.db.execute(sql`select body from wallet_records where uid = ${owner.frame.uid}`);
    expect(JSON.parse(String(rows[0]?.body))).toMatchObject({ recoveryEmail: email, devices: [] });
  });

  test("is asked for by a device that has the wallet, with a fresh proof of its own, and never by a session alone", async () => {
    const owner = await newOwner();
    const { person, frame } = owner;
    const proof = await proofOf(owner);
    const thief = await openFrame(await server.newPerson(person.email));
    for (const wrong of ["", proof, "9999999999999.A"])
      await expect(thief.askForEmail(wrong, newEmail())).rejects.toMatchObject({ code: "proof_needed" });
    await expect(frame.askForEmail("", newEmail())).rejects.toMatchObject({ code: "proof_needed" });
    const device = await frame.prove(walletActions.askForKey);
    const body = { email: newEmail(), proof, devicePublicKey: frame.devicePublicKey, device };
    await expect(frame.call(wallet.askForEmail, { body })).rejects.toMatchObject({ code: "device_unknown" });
    await expect(frame.askForEmail(proof, person.email)).rejects.toMatchObject({ field: "body.email" });
    for (const wrong of ["", "nobody", "a@b", "two@example.test, three@example.test"])
      await expect(frame.askForEmail(proof, wrong)).rejects.toMatchObject({ field: "body.email" });
    server.clock.offset = walletProofSeconds * 1_000;
    refresh(owner);
    await expect(frame.askForEmail(proof, newEmail())).rejects.toMatchObject({ code: "proof_needed" });
    expect((await infoOf(owner)).emailChange).toBeNull();
  });

  test("begins by its own link alone, in the browser that asked, while its session stands, and for the newest asked", async () => {
    const owner = await newOwner();
    const { frame } = owner;
    const first = newEmail();
    await frame.askForEmail(await proofOf(owner), first);
    const firstLink = await linkTo(first);
    const other = await openFrame(await server.newPerson(owner.person.email));
    await expect(other.confirmEmail(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    await expect(frame.confirmEmail(firstLink, walletActions.prove)).rejects.toMatchObject({
      code: "recovery_link_invalid",
    });
    // It is worth nothing as another's: no shares, and no proof.
    await expect(frame.takeLink(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    await expect(frame.proveBy(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    const second = newEmail();
    await frame.askForEmail(await proofOf(owner), second);
    await expect(frame.confirmEmail(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    const secondLink = await linkTo(second);
    await owner.person.call(routes.identity.signOut, {});
    await expect(frame.confirmEmail(secondLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  });

  test("is stopped by the link of the address before, in any browser and without a session", async () => {
    const { owner, email } = await newChange();
    const stop = await stopLinkTo(owner.person.email);
    const other = await newOwner();
    const forged = [
      { ...stop, token: stop.token.replace(/^./, (first) => (first === "A" ? "B" : "A")) },
      { ...stop, uid: uidSchema.parse(other.frame.uid) },
    ];
    for (const body of forged)
      await expect(anybody()(wallet.stopEmail, { body })).rejects.toMatchObject({ code: "recovery_link_invalid" });
    expect(await anybody()(wallet.stopEmail, { body: stop })).toEqual({ isStopped: true });
    expect(await anybody()(wallet.stopEmail, { body: stop })).toEqual({ isStopped: false });
    for (const to of [owner.person.email, email])
      expect((await lastMail(to))?.subject).toBe("Your wallet's recovery address stays");
    server.clock.offset = wait + 60_000;
    expect(await recoveryGoesTo(owner, [owner.person.email, email])).toEqual([owner.person.email]);
  });

  test("is stopped from any browser, and ends with the one that asked", async () => {
    for (const stop of [
      async (by: TestDevice, id: string) => by.call(wallet.stopWait, { body: { id } }),
      async (by: TestDevice, id: string) => (await openFrame(by)).call(wallet.cancelWait, { body: { id } }),
      async (by: TestDevice) => by.call(routes.identity.endOtherSessions, {}),
    ]) {
      const { owner, change } = await newChange();
      const other = await server.newPerson(owner.person.email);
      await stop(other, change.id);
      await mailsSent(server.ctx);
      expect(await other.call(wallet.safety, {})).toMatchObject({ email: owner.person.email, emailChange: null });
    }
  });

  test("is no nearer to who writes the database", async () => {
    const { owner, email, change } = await newChange();
    const { uid } = owner.frame;
    const set = (from: string, to: string) =>
      server.ctx.db.execute(sql`update wallet_records set body = replace(body, ${from}, ${to}) where uid = ${uid}`);
    await set(`"from":${change.from}`, `"from":${change.askedAt}`);
    await expect(infoOf(owner)).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await set(`"from":${change.askedAt}`, `"from":${change.from}`);
    await set(email, "thief@example.test");
    await expect(infoOf(owner)).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await set("thief@example.test", email);
    expect((await infoOf(owner)).emailChange).toMatchObject({ email });
  });
});

describe("the key itself, as a kit or as it is", () => {
  const day = walletWaits.keySeconds * 1_000;
  afterEach(() => {
    server.clock.offset = 0;
    lamports = null;
  });

  test.each([
    ["where the wallet holds something", 5],
    ["where no node says what it holds", null],
  ] as const)(
    "waits a day %s, is told by mail, and is given to the device that asked, by another proof",
    async (_where, held) => {
      lamports = held;
      const owner = await newOwner();
      const { person, frame } = owner;
      const proof = await proofOf(owner);
      const wait = await frame.askForKey(proof);
      expect(wait.readyAt - wait.askedAt).toBe(day);
      expect((await lastMail(person.email))?.subject).toBe("Somebody asks for a recovery kit");
      await expect(frame.takeKey(proof)).rejects.toMatchObject({ code: "wait_not_over" });
      // Asked for again it begins nothing anew.
      server.clock.offset = day / 2;
      expect(await frame.askForKey(await refreshed(owner))).toEqual(wait);
      server.clock.offset = day + 60_000;
      refresh(owner);
      await expect(owner.frame.takeKey(proof)).rejects.toMatchObject({ code: "proof_needed" });
      const fresh = await proofOf(owner);
      await expect(frame.takeKey(fresh, "export")).rejects.toMatchObject({ code: "wait_not_over" });
      expect((await frame.takeKey(fresh)).serverShare).toBe(share(1));
      expect((await lastMail(person.email))?.subject).toBe("A recovery kit of your wallet was made");
      server.clock.offset = day + walletWaits.keyTakenWithinSeconds * 1_000 + 60_000;
      const late = await refreshed(owner);
      await expect(frame.takeKey(late)).rejects.toMatchObject({ code: "wait_not_over" });
    },
  );

  test("comes at once while the wallet is empty", async () => {
    lamports = 0;
    const owner = await newOwner();
    const proof = await proofOf(owner);
    const wait = await owner.frame.askForKey(proof, "export");
    expect(wait.readyAt).toBe(wait.askedAt);
    expect((await owner.frame.takeKey(proof, "export")).serverShare).toBe(share(1));
    expect((await lastMail(owner.person.email))?.subject).toBe("Your wallet's key was shown");
  });

  test("is refused without a proof, with one of another device or session, and after a quarter of an hour", async () => {
    lamports = 0;
    const owner = await newOwner();
    const proof = await proofOf(owner);
    const other = await openFrame(owner.person);
    await other.store(owner.owner);
    await other.confirm();
    const anew = await server.newPerson(owner.person.email);
    const elsewhere = await openFrame(anew, { keys: owner.frame.keys });
    const otherMac = proof.replace(/[.]./, (start) => (start === ".A" ? ".B" : ".A"));
    for (const wrong of ["", "1.A", proof.replace(/^[0-9]+/, "9999999999999"), otherMac])
      await expect(owner.frame.askForKey(wrong)).rejects.toMatchObject({ code: "proof_needed" });
    await expect(other.askForKey(proof)).rejects.toMatchObject({ code: "proof_needed" });
    await expect(elsewhere.askForKey(proof)).rejects.toMatchObject({ code: "proof_needed" });
    await owner.frame.askForKey(proof);
    server.clock.offset = walletProofSeconds * 1_000;
    refresh(owner);
    await expect(owner.frame.takeKey(proof)).rejects.toMatchObject({ code: "proof_needed" });
  });

  test("needs the link of a proof, which opens nothing else, and goes to the browser that has the wallet", async () => {
    const { person, frame } = await newOwner();
    await expect((await openFrame(person)).askForProof()).rejects.toMatchObject({ code: "device_unknown" });
    await frame.askForProof();
    const link = await proofLinkOf(person.email);
    await expect(frame.takeLink(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    await frame.askForLink();
    await expect(frame.proveBy(await linkOf(person.email))).rejects.toMatchObject({ code: "recovery_link_invalid" });
    const other = await openFrame(person);
    await expect(other.proveBy(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  });

  test("is given to nobody once its wait was stopped, from whichever browser, by the app's page too", async () => {
    type Stop = (by: TestDevice, id: string) => Promise<unknown>;
    const stops: readonly Stop[] = [
      async (by, id) => (await openFrame(by)).call(wallet.cancelWait, { body: { id } }),
      (by, id) => by.call(wallet.stopWait, { body: { id } }),
    ];
    for (const stop of stops) {
      server.clock.offset = 0;
      const owner = await newOwner();
      const { id } = await owner.frame.askForKey(await proofOf(owner));
      const other = await server.newPerson(owner.person.email);
      expect((await other.call(wallet.safety, {})).waits.map((wait) => wait.id)).toEqual([id]);
      await stop(other, id);
      expect((await lastMail(owner.person.email))?.subject).toBe("Your wallet's key stays where it is");
      expect((await other.call(wallet.safety, {})).waits).toEqual([]);
      server.clock.offset = day + 60_000;
      const late = await refreshed(owner);
      await expect(owner.frame.takeKey(late)).rejects.toMatchObject({ code: "wait_not_over" });
    }
  });

  test("is no nearer to who writes the database: a record with an earlier time closes the wallet", async () => {
    lamports = 5;
    const owner = await newOwner();
    const proof = await proofOf(owner);
    const { readyAt, askedAt } = await owner.frame.askForKey(proof);
    await server.ctx.db.execute(sql`
      update wallet_records set body = replace(body, ${`"readyAt":${readyAt}`}, ${`"readyAt":${askedAt}`})
      where uid = ${owner.frame.uid}`);
    await expect(owner.frame.takeKey(proof)).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("goes with the device that asked for it", async () => {
    const owner = await newOwner();
    await owner.frame.askForKey(await proofOf(owner));
    const other = await server.newPerson(owner.person.email);
    await other.call(routes.identity.endOtherSessions, {});
    await mailsSent(server.ctx);
    expect((await other.call(wallet.safety, {})).waits).toEqual([]);
  });

  test("counts as a kit once the key in it has signed, and not before", async () => {
    const { person, frame, owner } = await newOwner();
    await expect(frame.confirmKit(newWallet().privateKey)).rejects.toMatchObject({ code: "wallet_proof_invalid" });
    expect((await person.call(wallet.safety, {})).kit).toBeNull();
    await frame.confirmKit(owner.privateKey);
    expect((await person.call(wallet.safety, {})).kit).toMatchObject({ number: "7XQ2M0AB" });
    expect((await frame.call(wallet.wallet, {})).kit).toMatchObject({ number: "7XQ2M0AB" });
  });
});
