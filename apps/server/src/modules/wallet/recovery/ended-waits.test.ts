import { createApiClient, routes, uidSchema, walletWaits } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { mailsSent } from "../../../testing/start-test-app.ts";
import { recoverySteps } from "../testing/recovery-steps.ts";
import { newWallet, share } from "../testing/wallet-frames.ts";

// What stops or ends a wait that a mailed link began.

const { wallet } = routes;
const day = walletWaits.recoverySeconds * 1_000;
const shares = { serverShare: share(1), recoveryShare: share(2) };
const {
  server,
  node,
  newOwner,
  readerOf,
  recoveriesOf,
  waiting,
  wholeDay,
  stopLinkTo,
  lastMail,
  refresh,
  askAndOpen,
  waitForWallet,
  linkOf,
  proofOf,
  changeRecord,
} = recoverySteps();
const anybody = () => createApiClient({ origin: server().origin, credentials: () => null });

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
      await mailsSent(server().ctx);
      expect((await lastMail(at.owner.person.email))?.subject).toBe("That browser doesn't get your Tribe wallet");
      expect(await recoveriesOf(at.asking)).toEqual([]);
      await expect(waitForWallet(at.asking)).rejects.toMatchObject({ code: "wait_not_over" });
      // A new request has a full day's wait.
      expect(await wholeDay(at.asking)).toBe(true);
      server().clock.offset = 0;
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
    await mailsSent(server().ctx);
    expect(await recoveriesOf(owner)).toEqual([]);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("and a concurrent end of its session are serialised, in either order", async () => {
    const owner = await newOwner();
    for (let turn = 0; turn < 5; turn += 1) {
      const asking = await readerOf(owner.person.email);
      await server().ctx.db.execute(sql`delete from mail_sends`);
      await asking.frame.askForLink();
      const link = await linkOf(owner.person.email);
      const sessionId = asking.person.credentials.session?.sessionId ?? "";
      const [opened] = await Promise.allSettled([
        asking.frame.takeLink(link),
        owner.person.call(routes.identity.endSession, { body: { sessionId } }),
      ]);
      if (opened.status === "rejected") expect(opened.reason).toMatchObject({ code: "recovery_link_invalid" });
      await mailsSent(server().ctx);
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
    node().lamports.delete(owner.owner.address);
    const proof = await proofOf(owner);
    await owner.frame.askForKey(proof, "move");
    const to = newWallet();
    await owner.frame.storeMove(proof, to);
    await owner.frame.confirmMove(proof, owner.owner, to);
    expect(await recoveriesOf(owner)).toEqual([]);
    await expect(waitForWallet(asking)).rejects.toMatchObject({ code: "wait_not_over" });
  });

  test("ends when the recovery address changes, because the requester does not read the new one", async () => {
    const { owner, asking } = await waiting();
    await changeRecord(owner.frame.uid, (record) => ({ ...record, recoveryEmail: "new@example.test" }));
    await expect(waitForWallet(asking)).rejects.toMatchObject({ code: "wait_not_over" });
  });

  test("ends when recovery by mail ends", async () => {
    const { owner, asking } = await waiting();
    await changeRecord(owner.frame.uid, (record) => ({ ...record, mailEndedAt: server().ctx.now() }));
    await expect(waitForWallet(asking)).rejects.toMatchObject({ code: "recovery_mail_over" });
  });

  test("ends with the account", async () => {
    const { owner, asking } = await waiting();
    await server().ctx.db.transaction(async (tx) => {
      const { forgetWallet } = await import("../store/forget-wallet.ts");
      await forgetWallet(tx, uidSchema.parse(owner.frame.uid));
    });
    await expect(waitForWallet(asking)).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("ends when its session's row is deleted from the database", async () => {
    const { asking } = await waiting();
    const sessionId = asking.person.credentials.session?.sessionId;
    server().clock.offset = day;
    refresh(asking);
    await server().ctx.db.execute(sql`delete from sessions where id = ${sessionId}`);
    await expect(asking.frame.takeRecovery()).rejects.toMatchObject({ code: "unauthorized" });
  });
});
