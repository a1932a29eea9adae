import { routes, uidSchema } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mailsSent, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { readRecord, writeRecord } from "./store/records.ts";
import { share, walletFrames } from "./testing/wallet-frames.ts";

const { wallet } = routes;

let server: TestApp;
const { openFrame, newOwner, newPair, signInAgain, linkOf, refresh, askAndOpen, waitForWallet } = walletFrames(
  () => server,
);
beforeAll(async () => {
  server = await startTestApp();
});
afterEach(() => {
  server.clock.offset = 0;
});
afterAll(() => server.stop());

describe("a browser whose session was ended from another one", () => {
  const idOf = (device: TestDevice) => device.credentials.session?.sessionId ?? "none";

  test("gets no share any more, even after a new sign-in or with earlier requests", async () => {
    const { person, other, otherFrame, owner, frame } = await newPair();
    await server.ctx.db.execute(sql`delete from mail_sends`);
    await otherFrame.askForLink();
    const asked = await linkOf(person.email);
    await otherFrame.store(owner, 2);
    await person.call(routes.identity.endSession, { body: { sessionId: idOf(other) } });
    for (const use of [otherFrame.fetchShare, otherFrame.askForLink, () => otherFrame.confirm(2)])
      await expect(use()).rejects.toMatchObject({ code: "unauthorized" });
    await expect(otherFrame.takeLink(asked)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    await mailsSent(server.ctx);
    expect(server.mails.filter(({ to }) => to === person.email).at(-1)?.subject).toBe(
      "A browser was taken off your Tribe wallet",
    );
    const walletToken = await signInAgain(other, person.email);
    const again = await openFrame(other, { walletToken, keys: otherFrame.keys });
    for (const use of [again.fetchShare, () => again.fetchShare(2), () => again.confirm(2)])
      await expect(use()).rejects.toMatchObject({ code: "device_unknown" });
    await expect(again.takeLink(asked)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    // The browser that ended it still signs, and its own link gives the wallet back to the other one a day later.
    expect((await frame.fetchShare()).serverShare).toBe(share(1));
    const atOther = { person: { ...other, email: person.email }, frame: again };
    expect(await askAndOpen(atOther)).toHaveProperty("wait");
    await waitForWallet(atOther);
    await again.store(owner);
    await again.confirm();
    expect((await again.fetchShare()).serverShare).toBe(share(1));
  });

  test("does not lose the wallet for its owner even as the only one with it: a link still recovers it a day later", async () => {
    const { person, owner, frame } = await newOwner();
    const other = await server.newPerson(person.email);
    await other.call(routes.identity.endOtherSessions, {});
    await mailsSent(server.ctx);
    const { devices } = await (await openFrame(other)).call(wallet.wallet, {});
    expect(devices).toEqual([]);
    const asking = await openFrame(other);
    const atOther = { person: { ...other, email: person.email }, frame: asking };
    const again = await openFrame(other, { keys: frame.keys });
    expect(await askAndOpen(atOther)).toHaveProperty("wait");
    expect(await waitForWallet(atOther)).toMatchObject({
      ...{ address: owner.address, serverShare: share(1), recoveryShare: share(2) },
    });
    // An attacker restores the ended browser's row in the database: the record does not contain it.
    refresh({ person: atOther.person, frame: again });
    await server.ctx.db.execute(sql`
      insert into wallet_sharings (uid, device_public_key, version, state, address, server_share, recovery_share)
      select uid, ${frame.devicePublicKey}, version, state, address, server_share, recovery_share from wallet_sharings
      where uid = ${frame.uid}`);
    await expect(again.fetchShare()).rejects.toMatchObject({ code: "device_unknown" });
    await asking.store(owner);
    await asking.confirm();
    const { rows } = await server.ctx.db.execute(sql`
      select from wallet_sharings where uid = ${frame.uid} and device_public_key = 'recovery'`);
    expect(rows).toEqual([]);
  });

  /** As a record from before it contained which browser uses a key. */
  const untie = async ({ uid, keep }: { readonly uid: string; readonly keep: readonly string[] }) => {
    const record = await readRecord(server.ctx, server.ctx.db, uidSchema.parse(uid));
    if (!record) throw new Error("a wallet was made");
    const browsers = Object.fromEntries(Object.entries(record.browsers ?? {}).filter(([key]) => keep.includes(key)));
    const next = { ...record, version: record.version + 1, browsers };
    await server.ctx.db.transaction((tx) => writeRecord(server.ctx.keys, tx, next));
  };

  test("loses also a key whose browser is not recorded, but never another browser's key", async () => {
    const { person, frame, other, otherFrame } = await newPair();
    await untie({ uid: frame.uid, keep: [frame.devicePublicKey] });
    await person.call(routes.identity.endSession, { body: { sessionId: idOf(other) } });
    await mailsSent(server.ctx);
    const walletToken = await signInAgain(other, person.email);
    const again = await openFrame(other, { walletToken, keys: otherFrame.keys });
    await expect(again.fetchShare()).rejects.toMatchObject({ code: "device_unknown" });
    expect((await frame.fetchShare()).serverShare).toBe(share(1));

    const second = await newPair();
    await untie({ uid: second.frame.uid, keep: [second.otherFrame.devicePublicKey] });
    await second.person.call(routes.identity.endSession, { body: { sessionId: idOf(second.other) } });
    await mailsSent(server.ctx);
    expect((await second.frame.fetchShare()).serverShare).toBe(share(1));
  });

  test("keeps the wallet if it only signs out by itself and signs in again", async () => {
    const { person, frame } = await newOwner();
    await person.call(routes.identity.signOut, {});
    const walletToken = await signInAgain(person, person.email);
    const again = await openFrame(person, { walletToken, keys: frame.keys });
    expect((await again.fetchShare()).serverShare).toBe(share(1));
  });

  test("is identified by its key's last session: ending an older session does not affect the key", async () => {
    const { person, frame } = await newOwner();
    // The page's storage was cleared but not the signer's: the same key in a new session.
    const anew = await server.newPerson(person.email);
    const again = await openFrame(anew, { keys: frame.keys });
    await again.fetchShare();
    await anew.call(routes.identity.endSession, { body: { sessionId: idOf(person) } });
    await mailsSent(server.ctx);
    expect((await again.fetchShare()).serverShare).toBe(share(1));
  });
});
