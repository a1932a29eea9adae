import {
  createApiClient,
  readStopRecoveryFragment,
  routes,
  smallWalletLamports,
  uidSchema,
  walletActions,
  walletWaits,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mailsSent, startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { type BalanceNode, startBalanceNode } from "../testing/balance-node.ts";
import { newWallet, share, walletFrames } from "../testing/wallet-frames.ts";

const { wallet } = routes;
const day = walletWaits.recoverySeconds * 1_000;

let server: TestApp;
let node: BalanceNode;
/** Another operator's node, which the process with the keys asks, too. */
let second: BalanceNode;
const frames = walletFrames(() => server);
const { openFrame, signInAgain, lastMail, refresh, leaveUnused } = frames;
const { askAndOpen, waitForWallet, linkOf } = frames;
beforeAll(async () => {
  [node, second] = [await startBalanceNode(), await startBalanceNode()];
  server = await startTestApp({ chain: node.chain, config: { signerRpcUrl: second.rpcUrl } });
});
afterEach(() => {
  server.clock.offset = 0;
  for (const each of [node, second]) Object.assign(each, { others: 0, blockTime: ahead });
});
afterAll(async () => {
  await server.stop();
  for (const each of [node, second]) each.stop();
});

/** The least that makes a wallet wait: 0.05 SOL. */
const worth = Number(smallWalletLamports);
const ahead = 4_102_444_800_000;
/** Somebody whose wallet is worth enough to wait. */
const newOwner = async () => {
  const owner = await frames.newOwner();
  node.lamports.set(owner.owner.address, worth);
  return owner;
};
const newPair = async () => {
  const pair = await frames.newPair();
  node.lamports.set(pair.owner.address, worth);
  return pair;
};

type AtFrame = Parameters<typeof refresh>[0];

/** An attacker with access to the mailbox: signed in as its owner, in another browser. */
const readerOf = async (email: string): Promise<AtFrame> => {
  const person = await server.newPerson(email);
  return { person, frame: await openFrame(person) };
};
const anybody = () => createApiClient({ origin: server.origin, credentials: () => null });
const recoveriesOf = async ({ frame }: AtFrame) => (await frame.call(wallet.wallet, {})).recoveries ?? [];
const shares = { serverShare: share(1), recoveryShare: share(2) };
/** A browser that waits for the wallet after opening a link. */
const waiting = async () => {
  const owner = await newOwner();
  const asking = await readerOf(owner.person.email);
  const answer = await askAndOpen(asking);
  if (!("wait" in answer)) throw new Error("the wallet is worth enough to wait");
  return { owner, asking, wait: answer.wait };
};
/** Whether a link that is opened now starts a wait of a full day. */
const wholeDay = async (at: AtFrame): Promise<boolean> => {
  const before = server.ctx.now();
  const answer = await askAndOpen(at);
  return "wait" in answer && answer.wait.readyAt >= before + day;
};
const stopLinkTo = async (email: string) => {
  const { text = "" } = (await lastMail(email)) ?? {};
  const link = readStopRecoveryFragment(/#stoprecovery=\S+/.exec(text)?.[0] ?? "");
  if (!link) throw new Error("the mail's link stops the wait");
  return link;
};

describe("a mailed link for a wallet that is worth something", () => {
  test("gives it a day later to the browser that opened it, reported by mail, in the app and in every browser", async () => {
    const { owner, asking, wait } = await waiting();
    expect(wait).toMatchObject({ devicePublicKey: asking.frame.devicePublicKey, place: { network: "This machine" } });
    expect([wait.readyAt - wait.askedAt, wait.expiresAt - wait.readyAt]).toEqual([day, 3 * day]);
    const mail = await lastMail(owner.person.email);
    expect(mail?.subject).toBe("Another browser gets your Tribe wallet in a day");
    const { rows } = await server.ctx.db.execute(sql`
      select payload from outbox where payload::text like ${`%recoveryAsked%`} and payload::text like ${`%${owner.frame.uid}%`}`);
    expect(rows).toHaveLength(1);
    expect(await recoveriesOf(owner)).toEqual([wait]);
    expect((await owner.person.call(wallet.safety, {})).recoveries).toEqual([wait]);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
    server.clock.offset = day - 60_000;
    refresh(asking);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
    server.clock.offset = 0;
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
    server.clock.offset = day;
    refresh(asking);
    expect(await askAndOpen(asking)).toMatchObject({ address: owner.owner.address, ...shares });
    server.clock.offset = 4 * day;
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
    const owner = await frames.newOwner();
    say(owner.owner.address);
    return askAndOpen(await readerOf(owner.person.email));
  };
  const waits = { wait: expect.anything() };
  /** Of an account with tokens: it belongs to the wallet, too. */
  const rent = 2_039_280;

  test("gives it at once, although its owner has just used it, and reports that", async () => {
    const owner = await frames.newOwner();
    node.lamports.set(owner.owner.address, worth - 1);
    expect(await askAndOpen(await readerOf(owner.person.email))).toMatchObject(shares);
    expect((await lastMail(owner.person.email))?.subject).toBe("Your Tribe wallet is in another browser");
  });

  test("counts all that the wallet has, and a token of unknown worth as more", async () => {
    expect(await opened((address) => node.lamports.set(address, worth))).toMatchObject(waits);
    expect(await opened((address) => node.tokens.set(address, 1n))).toMatchObject(waits);
    expect(await opened((address) => node.tokens.set(address, 0n))).toMatchObject(shares);
    expect(
      await opened((address) => {
        node.tokens.set(address, 0n);
        node.lamports.set(address, worth - rent);
      }),
    ).toMatchObject(waits);
    expect(await opened((address) => node.chiefs.add(address))).toMatchObject(waits);
  });

  test("waits if one of two nodes says that there is more, is silent or lags", async () => {
    for (const each of [node, second]) {
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
    const owner = await frames.newOwner();
    const proof = await frames.proofOf(owner);
    await owner.frame.askForKey(proof, "move");
    const to = newWallet();
    await owner.frame.storeMove(proof, to);
    await owner.frame.confirmMove(proof, owner.owner, to);
    await owner.frame.finishMove(owner.owner.address, to.privateKey);
    node.lamports.set(owner.owner.address, 1);
    const asking = await readerOf(owner.person.email);
    expect(await askAndOpen(asking)).toMatchObject(waits);
    server.clock.offset = walletWaits.formerKeySeconds * 1_000 + 1_000;
    refresh(asking);
    expect(await askAndOpen(asking)).toHaveProperty("serverShare");
  });
});

describe("an attacker with access to the mailbox", () => {
  test("has the same wait after ending all other browsers, and however long after that", async () => {
    const owner = await newPair();
    const thief = await readerOf(owner.person.email);
    await thief.person.call(routes.identity.endOtherSessions, {});
    await mailsSent(server.ctx);
    expect((await thief.frame.call(wallet.wallet, {})).devices).toEqual([]);
    expect(await askAndOpen(thief)).toHaveProperty("wait");
    await expect(thief.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
    const again = { person: thief.person, frame: await openFrame(thief.person) };
    for (const days of [2, 31]) {
      server.clock.offset = days * day;
      refresh(again);
      expect(await wholeDay(again), `${days} days`).toBe(true);
      const [wait] = await recoveriesOf(again);
      await again.frame.call(wallet.cancelWait, { body: { id: wait?.id ?? "" } });
    }
  });

  test("shortens nothing by requesting again, with another key or in another browser", async () => {
    const { owner, asking, wait } = await waiting();
    const otherKey = { person: asking.person, frame: await openFrame(asking.person) };
    const others: AtFrame[] = [];
    for (let count = 0; count < 4; count += 1) others.push(await readerOf(owner.person.email));
    server.clock.offset = day / 2;
    for (const at of [owner, asking, otherKey, ...others]) refresh(at);
    await mailsSent(server.ctx);
    const told = server.mails.length;
    expect(await askAndOpen(asking)).toMatchObject({ wait });
    await mailsSent(server.ctx);
    // One mail for the link: the same wait is not reported twice.
    expect(server.mails.length - told).toBe(1);
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
  test("can be stopped from any browser of the account, in the app, on the wallet's page or by the mail, which is reported", async () => {
    const stops = [
      async ({ owner, wait }: Awaited<ReturnType<typeof waiting>>) => {
        await owner.person.call(wallet.stopWait, { body: { id: wait.id } });
      },
      async ({ owner, wait }: Awaited<ReturnType<typeof waiting>>) => {
        await owner.frame.call(wallet.cancelWait, { body: { id: wait.id } });
      },
      async ({ owner }: Awaited<ReturnType<typeof waiting>>) => {
        const link = await stopLinkTo(owner.person.email);
        const forged = { ...link, token: link.token.replace(/^./, (first) => (first === "A" ? "B" : "A")) };
        await expect(anybody()(wallet.stopRecovery, { body: forged })).rejects.toMatchObject({
          code: "recovery_link_invalid",
        });
        expect(await anybody()(wallet.stopRecovery, { body: link })).toEqual({ isStopped: true });
        expect(await anybody()(wallet.stopRecovery, { body: link })).toEqual({ isStopped: false });
      },
      async ({ asking, wait }: Awaited<ReturnType<typeof waiting>>) => {
        await asking.frame.call(wallet.cancelWait, { body: { id: wait.id } });
      },
    ];
    for (const stop of stops) {
      const at = await waiting();
      await stop(at);
      await mailsSent(server.ctx);
      expect((await lastMail(at.owner.person.email))?.subject).toBe("That browser doesn't get your Tribe wallet");
      expect(await recoveriesOf(at.asking)).toEqual([]);
      await expect(waitForWallet(at.asking)).rejects.toMatchObject({ code: "wait_not_over" });
      // A new request has a full day's wait.
      expect(await wholeDay(at.asking)).toBe(true);
      server.clock.offset = 0;
    }
  });

  test("is independent of others: two browsers each wait their own day, and are stopped separately", async () => {
    const { owner, asking, wait } = await waiting();
    const second = await readerOf(owner.person.email);
    expect(await askAndOpen(second)).toHaveProperty("wait");
    await owner.frame.call(wallet.cancelWait, { body: { id: wait.id } });
    expect(await waitForWallet(second)).toMatchObject(shares);
    refresh(asking);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
  });

  test("ends with the requesting session, when that is ended from another browser", async () => {
    const { owner, asking } = await waiting();
    const sessionId = asking.person.credentials.session?.sessionId ?? "";
    await owner.person.call(routes.identity.endSession, { body: { sessionId } });
    await mailsSent(server.ctx);
    expect(await recoveriesOf(owner)).toEqual([]);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("and a concurrent end of its session are serialised, in either order", async () => {
    const owner = await newOwner();
    for (let turn = 0; turn < 5; turn += 1) {
      const asking = await readerOf(owner.person.email);
      await server.ctx.db.execute(sql`delete from mail_sends`);
      await asking.frame.askForLink();
      const link = await linkOf(owner.person.email);
      const sessionId = asking.person.credentials.session?.sessionId ?? "";
      const [opened] = await Promise.allSettled([
        asking.frame.takeLink(link),
        owner.person.call(routes.identity.endSession, { body: { sessionId } }),
      ]);
      if (opened.status === "rejected") expect(opened.reason).toMatchObject({ code: "recovery_link_invalid" });
      await mailsSent(server.ctx);
      expect(await recoveriesOf(owner)).toEqual([]);
    }
  });

  test("ends when the browser got the wallet in another way", async () => {
    const { owner, asking } = await waiting();
    // From another browser, a passkey or a kit: each leads to a sharing that the wallet's own key signed.
    await asking.frame.store(owner.owner);
    await asking.frame.confirm();
    expect(await recoveriesOf(owner)).toEqual([]);
    await expect(waitForWallet(asking)).rejects.toMatchObject({ code: "wait_not_over" });
  });

  test("ends when the account moves to another wallet, which was not requested", async () => {
    const { owner, asking } = await waiting();
    node.lamports.delete(owner.owner.address);
    const proof = await frames.proofOf(owner);
    await owner.frame.askForKey(proof, "move");
    const to = newWallet();
    await owner.frame.storeMove(proof, to);
    await owner.frame.confirmMove(proof, owner.owner, to);
    expect(await recoveriesOf(owner)).toEqual([]);
    await expect(waitForWallet(asking)).rejects.toMatchObject({ code: "wait_not_over" });
  });

  test("ends when the recovery address changes, because the requester does not read the new one", async () => {
    const { owner, asking } = await waiting();
    await frames.changeRecord(owner.frame.uid, (record) => ({ ...record, recoveryEmail: "new@example.test" }));
    await expect(waitForWallet(asking)).rejects.toMatchObject({ code: "wait_not_over" });
  });

  test("ends when recovery by mail ends", async () => {
    const { owner, asking } = await waiting();
    await frames.changeRecord(owner.frame.uid, (record) => ({ ...record, mailEndedAt: server.ctx.now() }));
    await expect(waitForWallet(asking)).rejects.toMatchObject({ code: "recovery_mail_over" });
  });

  test("ends with the account", async () => {
    const { owner, asking } = await waiting();
    await server.ctx.db.transaction(async (tx) => {
      const { forgetWallet } = await import("../forget-wallet.ts");
      await forgetWallet(tx, uidSchema.parse(owner.frame.uid));
    });
    await expect(waitForWallet(asking)).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("cannot be forged, shortened or given to another browser by writing to the database", async () => {
    const { owner, asking, wait } = await waiting();
    const put = (body: string) =>
      server.ctx.db.execute(sql`update wallet_records set body = ${body} where uid = ${owner.frame.uid}`);
    const { rows } = await server.ctx.db.execute(
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
    await server.ctx.db.execute(sql`
      update wallet_records set body = ${body}, mac = ${rows[0]?.mac} where uid = ${owner.frame.uid}`);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("ends when its session's row is deleted from the database", async () => {
    const { asking } = await waiting();
    const sessionId = asking.person.credentials.session?.sessionId;
    server.clock.offset = day;
    refresh(asking);
    await server.ctx.db.execute(sql`delete from sessions where id = ${sessionId}`);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("does not count time when the clock moves back", async () => {
    const { asking } = await waiting();
    server.clock.offset = -10 * day;
    refresh(asking);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "wait_not_over" });
  });
});
