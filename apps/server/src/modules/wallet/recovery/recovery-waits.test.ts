import { routes, walletActions, walletWaits } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { mailsSent } from "../../../testing/start-test-app.ts";
import { ahead, recoverySteps, worth } from "../testing/recovery-steps.ts";
import { newWallet, share } from "../testing/wallet-frames.ts";

const { wallet } = routes;
const day = walletWaits.recoverySeconds * 1_000;
const shares = { serverShare: share(1), recoveryShare: share(2) };
const {
  server,
  node,
  nodes,
  newOwner,
  newEmptyOwner,
  newPair,
  readerOf,
  recoveriesOf,
  waiting,
  wholeDay,
  openFrame,
  signInAgain,
  lastMail,
  refresh,
  leaveUnused,
  askAndOpen,
  waitForWallet,
  linkOf,
  proofOf,
} = recoverySteps();

describe("a mailed link for a wallet that is worth something", () => {
  test("gives it a day later to the browser that opened it, reported by mail, in the app and in every browser", async () => {
    const { owner, asking, wait } = await waiting();
    expect(wait).toMatchObject({ devicePublicKey: asking.frame.devicePublicKey, place: { network: "This machine" } });
    expect([wait.readyAt - wait.askedAt, wait.expiresAt - wait.readyAt]).toEqual([day, 3 * day]);
    const mail = await lastMail(owner.person.email);
    expect(mail?.subject).toBe("Another browser gets your Tribe wallet in a day");
    const { rows } = await server().ctx.db.execute(sql`
      select payload from outbox where payload::text like ${`%recoveryAsked%`} and payload::text like ${`%${owner.frame.uid}%`}`);
    expect(rows).toHaveLength(1);
    expect(await recoveriesOf(owner)).toEqual([wait]);
    expect((await owner.person.call(wallet.safety, {})).recoveries).toEqual([wait]);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
    server().clock.offset = day - 60_000;
    refresh(asking);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
    server().clock.offset = 0;
    expect(await waitForWallet(asking)).toEqual({ address: owner.owner.address, ...shares });
    // A browser that crashes before it has its own sharing can take it once more; one with a sharing waits no longer.
    await asking.frame.takeRecovery();
    await asking.frame.store(owner.owner);
    await asking.frame.confirm();
    expect(await recoveriesOf(asking)).toEqual([]);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
    expect((await lastMail(owner.person.email))?.subject).toBe("Your Tribe wallet is in another browser");
  });

  test("gives it after the day also by another link, and three days later no more", async () => {
    const { owner, asking } = await waiting();
    server().clock.offset = day;
    refresh(asking);
    expect(await askAndOpen(asking)).toMatchObject({ address: owner.owner.address, ...shares });
    server().clock.offset = 4 * day;
    refresh(asking);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
    expect(await askAndOpen(asking)).toHaveProperty("wait");
  });

  test("waits however long no browser was used", async () => {
    const owner = await newOwner();
    const asking = await readerOf(owner.person.email);
    await leaveUnused(owner.frame.uid, 400);
    expect(await askAndOpen(asking)).toHaveProperty("wait");
  });

  test("waits also in a browser of the wallet's own, whose share is damaged", async () => {
    const { person, frame } = await newOwner();
    await person.call(routes.identity.signOut, {});
    const walletToken = await signInAgain(person, person.email);
    const again = await openFrame(person, { walletToken, keys: frame.keys });
    // With its share it needs no mail.
    expect((await again.fetchShare()).serverShare).toBe(share(1));
    expect(await askAndOpen({ person, frame: again })).toHaveProperty("wait");
  });

  test("has a wait even in the same session with another key: a session does not prove who uses the browser", async () => {
    const owner = await newOwner();
    const stolen = { person: owner.person, frame: await openFrame(owner.person) };
    expect(await askAndOpen(stolen)).toHaveProperty("wait");
  });
});

describe("a mailed link for a wallet worth less than 0.05 SOL that created no Tribe", () => {
  /** What a link gives when the nodes say this of a new wallet. */
  const opened = async (say: (address: string) => void) => {
    const owner = await newEmptyOwner();
    say(owner.owner.address);
    return askAndOpen(await readerOf(owner.person.email));
  };
  const waits = { wait: expect.anything() };
  /** Of an account with tokens: it belongs to the wallet, too. */
  const rent = 2_039_280;

  test("gives it at once, although its owner has just used it, and reports that", async () => {
    const owner = await newEmptyOwner();
    node().lamports.set(owner.owner.address, worth - 1);
    expect(await askAndOpen(await readerOf(owner.person.email))).toMatchObject(shares);
    expect((await lastMail(owner.person.email))?.subject).toBe("Your Tribe wallet is in another browser");
  });

  test("counts all that the wallet has, and a token of unknown worth as more", async () => {
    expect(await opened((address) => node().lamports.set(address, worth))).toMatchObject(waits);
    expect(await opened((address) => node().tokens.set(address, 1n))).toMatchObject(waits);
    expect(await opened((address) => node().tokens.set(address, 0n))).toMatchObject(shares);
    expect(
      await opened((address) => {
        node().tokens.set(address, 0n);
        node().lamports.set(address, worth - rent);
      }),
    ).toMatchObject(waits);
    expect(await opened((address) => node().chiefs.add(address))).toMatchObject(waits);
  });

  test("waits if one of two nodes says that there is more, is silent or lags", async () => {
    for (const each of nodes()) {
      expect(await opened((address) => each.lamports.set(address, worth))).toMatchObject(waits);
      each.others = null;
      expect(await opened(() => undefined)).toMatchObject(waits);
      Object.assign(each, { others: 0, blockTime: Date.now() - 600_000 });
      expect(await opened(() => undefined)).toMatchObject(waits);
      each.blockTime = ahead;
    }
    expect(await opened(() => undefined)).toMatchObject(shares);
  });

  test("counts the wallet that its person has moved away from, as long as that one's key is kept", async () => {
    const owner = await newEmptyOwner();
    const proof = await proofOf(owner);
    await owner.frame.askForKey(proof, "move");
    const to = newWallet();
    await owner.frame.storeMove(proof, to);
    await owner.frame.confirmMove(proof, owner.owner, to);
    await owner.frame.finishMove(owner.owner.address, to.privateKey);
    node().lamports.set(owner.owner.address, 1);
    const asking = await readerOf(owner.person.email);
    expect(await askAndOpen(asking)).toMatchObject(waits);
    server().clock.offset = walletWaits.formerKeySeconds * 1_000 + 1_000;
    refresh(asking);
    expect(await askAndOpen(asking)).toHaveProperty("serverShare");
  });
});

describe("an attacker with access to the mailbox", () => {
  test("has the same wait after ending all other browsers, and however long after that", async () => {
    const owner = await newPair();
    const thief = await readerOf(owner.person.email);
    await thief.person.call(routes.identity.endOtherSessions, {});
    await mailsSent(server().ctx);
    expect((await thief.frame.call(wallet.wallet, {})).devices).toEqual([]);
    expect(await askAndOpen(thief)).toHaveProperty("wait");
    await expect(thief.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
    const again = { person: thief.person, frame: await openFrame(thief.person) };
    for (const days of [2, 31]) {
      server().clock.offset = days * day;
      refresh(again);
      expect(await wholeDay(again), `${days} days`).toBe(true);
      const [wait] = await recoveriesOf(again);
      await again.frame.call(wallet.cancelWait, { body: { id: wait?.id ?? "" } });
    }
  });

  test("shortens nothing by requesting again, with another key or in another browser", async () => {
    const { owner, asking, wait } = await waiting();
    const otherKey = { person: asking.person, frame: await openFrame(asking.person) };
    const others: Awaited<ReturnType<typeof readerOf>>[] = [];
    for (let count = 0; count < 4; count += 1) others.push(await readerOf(owner.person.email));
    server().clock.offset = day / 2;
    for (const at of [owner, asking, otherKey, ...others]) refresh(at);
    await mailsSent(server().ctx);
    const told = server().mails.length;
    expect(await askAndOpen(asking)).toMatchObject({ wait });
    await mailsSent(server().ctx);
    // One mail for the link: the same wait is not reported twice.
    expect(server().mails.length - told).toBe(1);
    expect(await wholeDay(otherKey)).toBe(true);
    expect(await recoveriesOf(otherKey)).toHaveLength(2);
    await expect(otherKey.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
    const last = others.pop();
    for (const at of others) expect(await wholeDay(at)).toBe(true);
    if (!last) return expect.unreachable();
    await expect(askAndOpen(last)).rejects.toMatchObject({ code: "conflict" });
    // That did not use up the link.
    await owner.frame.call(wallet.cancelWait, { body: { id: wait.id } });
    expect(await last.frame.takeLink(await linkOf(owner.person.email))).toHaveProperty("wait");
  });

  test("gets nothing in another session, not even a new one of the same browser with its key", async () => {
    const { owner, asking } = await waiting();
    await asking.person.call(routes.identity.signOut, {});
    const walletToken = await signInAgain(asking.person, owner.person.email);
    const again = {
      person: asking.person,
      frame: await openFrame(asking.person, { walletToken, keys: asking.frame.keys }),
    };
    await expect(waitForWallet(again)).rejects.toMatchObject({ code: "wait_not_over" });
    expect(await wholeDay(again)).toBe(true);
  });

  test("gets nothing with the browser's token but without its key", async () => {
    const { asking } = await waiting();
    const stolen = { person: asking.person, frame: await openFrame(asking.person) };
    await expect(waitForWallet(stolen)).rejects.toMatchObject({ code: "wait_not_over" });
    const device = await stolen.frame.prove(walletActions.takeRecovery);
    const body = { devicePublicKey: asking.frame.devicePublicKey, device };
    await expect(stolen.frame.call(wallet.takeRecovery, { body })).rejects.toMatchObject({ code: "device_unknown" });
    refresh(asking);
    const other = await asking.frame.prove(walletActions.share);
    await expect(asking.frame.call(wallet.takeRecovery, { body: { ...body, device: other } })).rejects.toMatchObject({
      code: "device_unknown",
    });
  });
});

describe("a wait for the wallet", () => {
  test("cannot be forged, shortened or given to another browser by writing to the database", async () => {
    const { owner, asking, wait } = await waiting();
    const put = (body: string) =>
      server().ctx.db.execute(sql`update wallet_records set body = ${body} where uid = ${owner.frame.uid}`);
    const { rows } = await server().ctx.db.execute(
      sql`select body, mac from wallet_records where uid = ${owner.frame.uid}`,
    );
    const body = String(rows[0]?.body);
    const thief = await readerOf(owner.person.email);
    for (const changed of [
      body.replace(`"readyAt":${wait.readyAt}`, `"readyAt":${wait.askedAt}`),
      body.replace(wait.devicePublicKey, thief.frame.devicePublicKey),
      body.replace(/"activeAt":\{[^}]*\}/, `"activeAt":{"${owner.frame.devicePublicKey}":1}`),
      body.replace(/"recoveries":\[.*?\],?/, ""),
    ]) {
      expect(changed).not.toBe(body);
      await put(changed);
      for (const at of [asking, thief])
        await expect(at.frame.takeRecovery()).rejects.toMatchObject({ code: "wallet_record_invalid" });
    }
    await put(body);
    // Nor can its old row restart a stopped wait.
    await owner.frame.call(wallet.cancelWait, { body: { id: wait.id } });
    await server().ctx.db.execute(sql`
      update wallet_records set body = ${body}, mac = ${rows[0]?.mac} where uid = ${owner.frame.uid}`);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("does not count time when the clock moves back", async () => {
    const { asking } = await waiting();
    server().clock.offset = -10 * day;
    refresh(asking);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
  });
});
