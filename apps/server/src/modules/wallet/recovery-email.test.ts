import {
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
import { linkFor, mailsSent, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { type BalanceNode, startBalanceNode } from "./testing/balance-node.ts";
import { type Link, type Owner, walletFrames } from "./testing/wallet-frames.ts";

const { wallet } = routes;

let node: BalanceNode;
let server: TestApp;
const { openFrame, newOwner, proofOf, proofLinkOf, refresh, lastMail } = walletFrames(() => server);
beforeAll(async () => {
  node = await startBalanceNode();
  node.others = null;
  server = await startTestApp({ chain: node.chain });
});
afterAll(async () => {
  await server.stop();
  node.stop();
});

describe("a new recovery address", () => {
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
  /** A person whose new address was verified by its mail. */
  const newChange = async () => {
    const owner = await newOwner();
    const email = newEmail();
    await owner.frame.askForEmail(await proofOf(owner), email);
    const link = await linkTo(email);
    const change = await owner.frame.confirmEmail(link);
    return { owner, email, link, change };
  };
  /** The address that a recovery link requested now is sent to. */
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

  test("takes effect 72 hours after its mailbox was verified, both addresses are notified, and until then the old one counts", async () => {
    const { owner, email, link, change } = await newChange();
    const old = owner.person.email;
    expect((change.from ?? 0) - change.askedAt).toBeGreaterThanOrEqual(wait);
    await mailsSent(server.ctx);
    const subjects = (to: string) => server.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
    expect(subjects(old).at(-1)).toBe("Your Tribe wallet gets another recovery address");
    expect(subjects(email).at(-1)).toBe("This address will bring your Tribe wallet back");
    // The old address is told the new one, but the new one is not told the old one.
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

  test("that has taken effect stays the address, after any later requests and stops", async () => {
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
    // Another of the account's browsers ends the requesting session.
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

  test("needs a device with the wallet and its own fresh proof, not just a session", async () => {
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

  test("starts only by its own link, in the requesting browser and session, and only for the newest request", async () => {
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
    // It is not accepted as another kind of link: for shares, or for a proof.
    await expect(frame.takeLink(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    await expect(frame.proveBy(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    const second = newEmail();
    await frame.askForEmail(await proofOf(owner), second);
    await expect(frame.confirmEmail(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    const secondLink = await linkTo(second);
    await owner.person.call(routes.identity.signOut, {});
    await expect(frame.confirmEmail(secondLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  });

  test("can be stopped by the old address's link, in any browser and without a session", async () => {
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

  test("can be stopped from any browser, and ends with the requesting one", async () => {
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

  test("cannot be had earlier by writing to the database", async () => {
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
