import { ApiError, routes, walletActions } from "@tribe/contract";
import { keyAskedMailText, moveAskedMailText } from "@tribe/domain/words";
import { saga } from "../../../http/implement.ts";
import { checkProof } from "../key-proofs.ts";
import { waitNoticeSeconds } from "../notice-lifetimes.ts";
import { notifyOwner } from "../notify-owner.ts";
import { isEmpty } from "../owned/is-wallet-empty.ts";
import { lockAndCheckDevice } from "../proofs.ts";
import { withKeyWait } from "../rules/key-waits.ts";
import { readRecord, writeRecord } from "../store/records.ts";

/** Begins the wait for the key or a move, and notifies the owner. An empty wallet has no wait, which the chain decides. */
export const askForKey = saga(routes.wallet.askForKey, async ({ ctx, commit, session, body }) => {
  const { uid, sessionId } = session;
  const { purpose: kind, devicePublicKey, proof, device } = body;
  checkProof(ctx.keys, { uid, sessionId, devicePublicKey }, proof, ctx.now());
  const known = await readRecord(ctx, ctx.db, uid);
  if (!known) throw new ApiError("wallet_missing");
  const isWalletEmpty = await isEmpty(ctx, known);
  const { record, wait } = await commit(async (tx) => {
    await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.askForKey, devicePublicKey, proof: device });
    const found = await readRecord(ctx, tx, uid);
    if (!found?.devices.includes(devicePublicKey)) throw new ApiError("device_unknown");
    const next = withKeyWait(found, { kind, devicePublicKey, isEmpty: isWalletEmpty }, ctx.now());
    if (!next.isNew) return next;
    await writeRecord(ctx.keys, tx, next.record);
    const securityUrl = `${ctx.config.appUrl}/you/security`;
    const asked = { askedAt: ctx.now(), readyAt: next.wait.readyAt, securityUrl };
    const mail = kind === "move" ? moveAskedMailText(asked) : keyAskedMailText({ kind, ...asked });
    const what = kind === "move" ? "moveAsked" : "keyAsked";
    await notifyOwner(ctx, tx, found, what, { mail, lifetimeSeconds: waitNoticeSeconds });
    return next;
  });
  await ctx.walletStore.keep(uid, record.version);
  return wait;
});
