import { routes, walletProofSeconds, walletWaits } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mailsSent, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { type BalanceNode, startBalanceNode } from "./testing/balance-node.ts";
import { newWallet, share, walletFrames } from "./testing/wallet-frames.ts";

const { wallet } = routes;

let node: BalanceNode;
let server: TestApp;
const { openFrame, newOwner, linkOf, proofOf, proofLinkOf, refresh, refreshed, lastMail } = walletFrames(() => server);
beforeAll(async () => {
  node = await startBalanceNode();
  node.others = null;
  server = await startTestApp({ chain: node.chain });
});
afterAll(async () => {
  await server.stop();
  node.stop();
});

describe("the key itself, as a kit or exported", () => {
  const day = walletWaits.keySeconds * 1_000;
  afterEach(() => {
    server.clock.offset = 0;
    node.others = null;
  });

  test.each([
    ["where the wallet holds something", 5],
    ["when no node reports its balance", null],
  ] as const)(
    "waits a day %s, is reported by mail, and is given to the requesting device after another proof",
    async (_where, held) => {
      node.others = held;
      const owner = await newOwner();
      const { person, frame } = owner;
      const proof = await proofOf(owner);
      const wait = await frame.askForKey(proof);
      expect(wait.readyAt - wait.askedAt).toBe(day);
      expect((await lastMail(person.email))?.subject).toBe("Somebody asks for a recovery kit");
      await expect(frame.takeKey(proof)).rejects.toMatchObject({ code: "wait_not_over" });
      // A repeated request does not restart the wait.
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

  test("is given immediately while the wallet is empty", async () => {
    node.others = 0;
    const owner = await newOwner();
    const proof = await proofOf(owner);
    const wait = await owner.frame.askForKey(proof, "export");
    expect(wait.readyAt).toBe(wait.askedAt);
    expect((await owner.frame.takeKey(proof, "export")).serverShare).toBe(share(1));
    expect((await lastMail(owner.person.email))?.subject).toBe("Your wallet's key was shown");
  });

  test("is refused without a proof, with one of another device or session, and when the proof is a quarter of an hour old", async () => {
    node.others = 0;
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

  test("needs a link for a proof, which opens nothing else and is sent for the browser with the wallet", async () => {
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

  test("is refused once its wait was stopped, from any browser, also by the app's page", async () => {
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

  test("cannot be had earlier by writing to the database: a record with an earlier time is invalid", async () => {
    node.others = 5;
    const owner = await newOwner();
    const proof = await proofOf(owner);
    const { readyAt, askedAt } = await owner.frame.askForKey(proof);
    await server.ctx.db.execute(sql`
      update wallet_records set body = replace(body, ${`"readyAt":${readyAt}`}, ${`"readyAt":${askedAt}`})
      where uid = ${owner.frame.uid}`);
    await expect(owner.frame.takeKey(proof)).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("ends with the requesting device", async () => {
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
