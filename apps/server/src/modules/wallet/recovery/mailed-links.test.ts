import { createApiClient, routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { mailsSent, startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { type BalanceNode, startBalanceNode } from "../testing/balance-node.ts";
import { share, walletFrames } from "../testing/wallet-frames.ts";

// A mailed link that gives the wallet to another browser.

const { wallet } = routes;

let server: TestApp;
/** Every wallet is empty: a link gives it at once. */
let node: BalanceNode;
const { openFrame, newOwner, linkOf } = walletFrames(() => server);
beforeAll(async () => {
  node = await startBalanceNode();
  server = await startTestApp({ chain: node.chain });
});
afterEach(() => {
  server.clock.offset = 0;
});
afterAll(async () => {
  await server.stop();
  node.stop();
});

test("a mailed link gives the shares once, only to the requesting device", async () => {
  const { person, frame, owner } = await newOwner();
  const asking = await openFrame(person);
  await asking.askForLink();
  await expect(asking.askForLink()).rejects.toMatchObject({ code: "too_many_requests" });
  const link = await linkOf(person.email);
  // The owner's own other device can't use it either, and the attempt does not invalidate it.
  await expect(frame.takeLink(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  const otherToken = { ...link, token: link.token.replace(/^./, (first) => (first === "A" ? "B" : "A")) };
  await expect(asking.takeLink(otherToken)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  const taken = await asking.takeLink(link);
  expect(taken).toMatchObject({ address: owner.address, serverShare: share(1), recoveryShare: share(2) });
  await expect(asking.takeLink(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  // The token is valid for the device's own sharing.
  const call = createApiClient({
    origin: server.origin,
    credentials: () => null,
    walletToken: () => taken.walletToken,
  });
  expect(await call(wallet.wallet, {})).toMatchObject({ address: owner.address });
});

test("a person without a wallet gets no link", async () => {
  const frame = await openFrame(await server.newPerson());
  await expect(frame.askForLink()).rejects.toMatchObject({ code: "wallet_missing" });
});

test("a link ends when it expires, with the requesting session, and when anybody with the link stops it", async () => {
  const late = await newOwner();
  await late.frame.askForLink();
  const lateLink = await linkOf(late.person.email);
  server.clock.offset = 900_000;
  await expect(late.frame.takeLink(lateLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  server.clock.offset = 0;

  const out = await newOwner();
  await out.frame.askForLink();
  const outLink = await linkOf(out.person.email);
  await out.person.call(routes.identity.signOut, {});
  await expect(out.frame.takeLink(outLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });

  const stopped = await newOwner();
  await stopped.frame.askForLink();
  const stoppedLink = await linkOf(stopped.person.email);
  const anybody = createApiClient({ origin: server.origin, credentials: () => null });
  const stop = (body: typeof stoppedLink) => anybody(wallet.cancelRecovery, { body });
  const nothingToStop = { code: "recovery_link_invalid" };
  await expect(stop({ ...stoppedLink, token: lateLink.token })).rejects.toMatchObject(nothingToStop);
  await stop(stoppedLink);
  // Stopping a used or stopped link must not report a success.
  await expect(stop(stoppedLink)).rejects.toMatchObject(nothingToStop);
  await expect(stopped.frame.takeLink(stoppedLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
});

test("no queue or table contains a link's token, and the owner is notified when another browser has the wallet", async () => {
  const { person, owner } = await newOwner();
  const asking = await openFrame(person);
  await asking.askForLink();
  const { rows: jobs } = await server.ctx.db.execute(sql`select payload::text from graphile_worker._private_jobs`);
  const link = await linkOf(person.email);
  const { rows } = await server.ctx.db.execute(sql`select * from wallet_recoveries`);
  expect(JSON.stringify([jobs, rows])).not.toContain(link.token);
  await asking.takeLink(link);
  await asking.store(owner);
  await asking.confirm();
  await mailsSent(server.ctx);
  expect(server.mails.filter(({ to }) => to === person.email).at(-1)?.subject).toBe(
    "Your Tribe wallet is in another browser",
  );
  expect((await asking.fetchShare()).serverShare).toBe(share(1));
});

test("the owner is notified once when a link gives the wallet at once, even to a page that never confirms it", async () => {
  const { person, frame, owner } = await newOwner();
  const told = () =>
    server.mails.filter(
      ({ to, subject }) => to === person.email && subject === "Your Tribe wallet is in another browser",
    );
  const asking = await openFrame(person);
  await asking.askForLink();
  const link = await linkOf(person.email);
  await asking.takeLink(link);
  await mailsSent(server.ctx);
  expect(told()).toHaveLength(1);
  const anybody = createApiClient({ origin: server.origin, credentials: () => null });
  await expect(anybody(wallet.cancelRecovery, { body: link })).rejects.toMatchObject({ code: "recovery_link_invalid" });
  // Before it has confirmed, a second link gives it the same shares again.
  await server.ctx.db.execute(sql`delete from mail_sends`);
  await asking.askForLink();
  await asking.takeLink(await linkOf(person.email));
  await asking.store(owner);
  await asking.confirm();
  await mailsSent(server.ctx);
  expect(told()).toHaveLength(1);
  // It is known now: its later actions are reported like any other browser's.
  const { rows } = await server.ctx.db.execute(sql`select body from wallet_records where uid = ${frame.uid}`);
  expect(String(rows[0]?.body)).not.toContain("given");
});
