import { routes, walletActions, walletWaits } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mailsSent, startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { type BalanceNode, startBalanceNode } from "./testing/balance-node.ts";
import { newWallet, type Owner, walletFrames } from "./testing/wallet-frames.ts";

const { wallet } = routes;

let node: BalanceNode;
let server: TestApp;
const { openFrame, newOwner, refresh, lastMail } = walletFrames(() => server);
beforeAll(async () => {
  node = await startBalanceNode();
  node.others = null;
  server = await startTestApp({ chain: node.chain });
});
afterAll(async () => {
  await server.stop();
  node.stop();
});

describe("a transfer beyond the allowance, without a passkey", () => {
  const day = walletWaits.sendSeconds * 1_000;
  afterEach(() => {
    server.clock.offset = 0;
  });
  const sendsOf = async ({ frame }: Owner) => (await frame.call(wallet.wallet, {})).sends ?? [];

  test("waits a day, reported by mail and in every browser, for one device and one address", async () => {
    const owner = await newOwner();
    const { person, frame } = owner;
    const [friend, mint] = [newWallet().address, newWallet().address];
    const wait = await frame.askToSend(friend);
    expect(wait).toMatchObject({ what: "recipient", address: friend, devicePublicKey: frame.devicePublicKey });
    expect([wait.readyAt - wait.askedAt, wait.expiresAt - wait.readyAt]).toEqual([day, day]);
    const mail = await lastMail(person.email);
    expect(mail?.subject).toBe("Your wallet is asked to send 6 SOL");
    expect(mail?.text).toContain(`send 6 SOL to ${friend}`);
    expect(mail?.text).toContain("and no more than that");
    const other = await server.newPerson(person.email);
    expect((await other.call(wallet.safety, {})).sends).toEqual([wait]);
    // A repeated request is the same wait and does not shorten it; one for more is another wait.
    server.clock.offset = day / 2;
    refresh(owner);
    expect(await frame.askToSend(friend)).toEqual(wait);
    expect(await frame.askToSend(friend, "5")).toEqual(wait);
    const more = await frame.askToSend(friend, "6000000001");
    expect(more).toMatchObject({ lamports: "6000000001" });
    expect(more.readyAt).toBeGreaterThan(wait.readyAt);
    await frame.askFor({ kind: "purchase", mint, lamports: "6000000000", units: "1" });
    expect((await lastMail(person.email))?.subject).toBe("Your wallet is asked to spend 6 SOL on a token");
    server.clock.offset = wait.expiresAt - wait.askedAt + 60_000;
    refresh(owner);
    expect((await sendsOf(owner)).map(({ address }) => address)).toEqual([friend, mint]);
  });

  test("can be requested only by a device with the wallet, with a limit that keeps its mails from burying others", async () => {
    const owner = await newOwner();
    const { person, frame } = owner;
    const friend = newWallet().address;
    const stolen = await openFrame(await server.newPerson(person.email));
    await expect(stolen.askToSend(friend)).rejects.toMatchObject({ code: "device_unknown" });
    const device = await frame.prove(walletActions.askForKey);
    const outflow = { kind: "transfer", recipient: friend, lamports: "1", tokens: null } as const;
    const body = { outflow, devicePublicKey: frame.devicePublicKey };
    await expect(frame.call(wallet.askToSend, { body: { ...body, device } })).rejects.toMatchObject({
      code: "device_unknown",
    });
    const own = await frame.prove(walletActions.askToSend);
    for (const wrong of ["-1", "1.5", "", "1e9"])
      await expect(
        frame.call(wallet.askToSend, { body: { ...body, outflow: { ...outflow, lamports: wrong }, device: own } }),
      ).rejects.toMatchObject({ field: "body.outflow.lamports" });
    for (let count = 0; count < 10; count += 1) {
      // A minute apart: the call's own rate limit is separate.
      server.clock.offset += 61_000;
      refresh(owner);
      await frame.askToSend(newWallet().address);
    }
    server.clock.offset += 61_000;
    refresh(owner);
    await expect(frame.askToSend(friend)).rejects.toMatchObject({ code: "conflict" });
  });

  test("ends when it is stopped from any browser, or with the requesting device", async () => {
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

  test("cannot be had earlier by writing to the database", async () => {
    const { frame } = await newOwner();
    const { readyAt, askedAt } = await frame.askToSend(newWallet().address);
    await server.ctx.db.execute(sql`
      update wallet_records set body = replace(body, ${`"readyAt":${readyAt}`}, ${`"readyAt":${askedAt}`})
      where uid = ${frame.uid}`);
    await expect(frame.call(wallet.wallet, {})).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });
});
