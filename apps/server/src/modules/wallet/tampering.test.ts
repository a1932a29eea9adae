import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mailsSent, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { newWallet, share, walletFrames } from "./testing/wallet-frames.ts";

// What an attacker gains with read or write access to the database.

const { wallet } = routes;

let server: TestApp;
const { openFrame, newOwner, linkOf } = walletFrames(() => server);
beforeAll(async () => {
  server = await startTestApp();
});
afterEach(() => {
  server.clock.offset = 0;
});
afterAll(() => server.stop());

test("shares are sealed: a dump reveals none, and a changed or moved row does not open", async () => {
  const frame = await openFrame(await server.newPerson());
  const victim = await openFrame(await server.newPerson());
  for (const each of [frame, victim]) {
    await each.store(newWallet());
    await each.confirm();
  }
  const { rows } = await server.ctx.db.execute(sql`select server_share, recovery_share from wallet_sharings`);
  for (const row of rows)
    for (const value of Object.values(row))
      expect(Buffer.isBuffer(value) && value.includes(Buffer.from(share(1), "base64"))).toBe(false);
  await server.ctx.db.execute(sql`
    update wallet_sharings set server_share = (select server_share from wallet_sharings where uid = ${victim.uid})
    where uid = ${frame.uid}`);
  await expect(frame.fetchShare()).rejects.toMatchObject({ code: "internal" });
  await server.ctx.db.execute(sql`
    update wallet_sharings set server_share = set_byte(server_share, 40, (get_byte(server_share, 40) + 1) % 256)
    where uid = ${victim.uid}`);
  await expect(victim.fetchShare()).rejects.toMatchObject({ code: "internal" });
});

describe("an attacker with write access to the database", () => {
  const execute = (text: ReturnType<typeof sql>) => server.ctx.db.execute(text);

  test("gets no session of another person by their uid", async () => {
    const victim = await newOwner();
    const thief = await server.newPerson();
    const frame = await openFrame(thief);
    await execute(sql`update sessions set uid = ${victim.frame.uid} where uid = ${frame.uid}`);
    await expect(thief.call(wallet.walletToken, {})).rejects.toMatchObject({ code: "unauthorized" });
    await expect(frame.askForLink()).rejects.toMatchObject({ code: "unauthorized" });
    expect(server.logs.join("")).toContain("a session's row was changed by somebody else");
  });

  /** Sets the thief's mailbox as the victim's account's, and signs the thief in with it. */
  const signInAs = async (victim: Awaited<ReturnType<typeof newOwner>>) => {
    const email = `thief-${crypto.randomUUID()}@example.test`;
    await execute(sql`update people set email = ${email} where uid = ${victim.frame.uid}`);
    const person = await server.newPerson(email);
    const frame = await openFrame(person);
    expect(frame.uid).toBe(victim.frame.uid);
    return { email, frame };
  };

  test("can sign in as another person with the attacker's own mailbox, but the wallet's mail still goes to its owner", async () => {
    const victim = await newOwner();
    const thief = await signInAs(victim);
    expect(await thief.frame.call(wallet.wallet, {})).toMatchObject({ email: victim.person.email });
    await thief.frame.askForLink();
    await mailsSent(server.ctx);
    expect(server.mails.filter(({ to, text }) => to === thief.email && text.includes("#recover="))).toEqual([]);
    // The owner gets the link and cannot give it away: it works only on the thief's device, and its use ends there.
    await expect(victim.frame.takeLink(await linkOf(victim.person.email))).rejects.toMatchObject({
      code: "recovery_link_invalid",
    });
    // Nor can the thief use a link that the owner requested.
    await execute(sql`delete from mail_sends`);
    await victim.frame.askForLink();
    const link = await linkOf(victim.person.email);
    await execute(sql`
      update wallet_recoveries set device_public_key = ${thief.frame.devicePublicKey} where id = ${link.request}`);
    await expect(thief.frame.takeLink(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    expect(server.logs.join("")).toContain("a recovery was changed by somebody else");
  });

  test("cannot forge a record: a changed, older, foreign or missing one is detected, and the wallet refuses its calls", async () => {
    const other = await newOwner();
    const victim = await newOwner();
    const { uid } = victim.frame;
    const stored = await execute(sql`select body, mac from wallet_records where uid = ${uid}`);
    const first = stored.rows[0] ?? {};
    const asking = await openFrame(victim.person);
    await asking.store(victim.owner);
    await asking.confirm();
    const newest = (await execute(sql`select body, mac from wallet_records where uid = ${uid}`)).rows[0] ?? {};
    const foreign =
      (await execute(sql`select body, mac from wallet_records where uid = ${other.frame.uid}`)).rows[0] ?? {};
    const put = (row: Record<string, unknown>) =>
      execute(sql`update wallet_records set body = ${row.body}, mac = ${row.mac} where uid = ${uid}`);
    const closed = async () => {
      await execute(sql`delete from mail_sends`);
      for (const use of [() => victim.frame.fetchShare(), () => victim.frame.askForLink()])
        await expect(use()).rejects.toMatchObject({ code: "wallet_record_invalid" });
    };
    await put({ ...newest, body: String(newest.body).replace(victim.person.email, "thief@example.test") });
    await closed();
    await put(first);
    await closed();
    await put(foreign);
    await closed();
    await execute(sql`delete from wallet_records where uid = ${uid}`);
    await closed();
    await execute(sql`delete from wallets where uid = ${uid}`);
    await closed();
    await execute(sql`insert into wallet_records (uid, body, mac) values (${uid}, ${newest.body}, ${newest.mac})`);
    await victim.frame.fetchShare();
    expect(server.logs.join("")).toContain("a wallet's record was changed by somebody else");
  });

  test("cannot give a device a wallet, by a sharing that the wallet never requested or by another account's row", async () => {
    const victim = await newOwner();
    const thief = await signInAs(victim);
    // The thief's own sharing, stored under the victim's address.
    const own = newWallet();
    await expect(thief.frame.store(own)).rejects.toMatchObject({ code: "wallet_exists" });
    await execute(sql`
      insert into wallet_sharings (uid, device_public_key, version, state, address, server_share)
      select uid, ${thief.frame.devicePublicKey}, 1, 'pending', address, server_share from wallet_sharings
      where uid = ${victim.frame.uid}`);
    await expect(thief.frame.confirm()).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await execute(sql`
      update wallet_sharings set mac = (select mac from wallet_sharings where uid = ${victim.frame.uid} and mac is not null)
      where device_public_key = ${thief.frame.devicePublicKey}`);
    await expect(thief.frame.confirm()).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await execute(sql`
      update wallet_sharings set state = 'active' where device_public_key = ${thief.frame.devicePublicKey}`);
    await expect(thief.frame.fetchShare()).rejects.toMatchObject({ code: "device_unknown" });
    await expect(thief.frame.confirm()).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("cannot replace a wallet by deleting it first: known addresses are also stored outside of the database", async () => {
    const victim = await newOwner();
    const thief = await signInAs(victim);
    await execute(sql`delete from wallets where uid = ${victim.frame.uid}`);
    await execute(sql`delete from wallet_records where uid = ${victim.frame.uid}`);
    await expect(thief.frame.store(newWallet())).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await expect(thief.frame.askForLink()).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });
});

test("a session's row with another device, secret or id opens nothing", async () => {
  const [person, other] = [await server.newPerson(), await server.newPerson()];
  const { db } = server.ctx;
  const idOf = (device: TestDevice) => device.credentials.session?.sessionId;
  const isIn = () =>
    person.call(routes.identity.signIn, { body: { loginMethod: "email" } }).then(
      () => true,
      () => false,
    );
  expect(await isIn()).toBe(true);
  const { rows } = await db.execute(sql`select device_id, secret from sessions where id = ${idOf(person)}`);
  const own = rows[0];
  const set = (change: ReturnType<typeof sql>) =>
    db.execute(sql`update sessions set ${change} where id = ${idOf(person)}`);
  await set(sql`secret = (select secret from sessions where id = ${idOf(other)})`);
  expect(await isIn()).toBe(false);
  await set(sql`secret = ${own?.secret}`);
  expect(await isIn()).toBe(true);
  await set(sql`device_id = ${other.credentials.deviceId}`);
  person.credentials = { ...person.credentials, deviceId: other.credentials.deviceId };
  expect(await isIn()).toBe(false);
});
