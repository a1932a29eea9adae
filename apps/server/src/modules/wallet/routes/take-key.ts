import { ApiError, routes, walletActions } from "@tribe/contract";
import { keyTakenMailText } from "@tribe/domain/words";
import { command } from "../../../http/implement.ts";
import { checkProof } from "../key-proofs.ts";
import { waitNoticeSeconds } from "../notice-lifetimes.ts";
import { notifyOwner } from "../notify-owner.ts";
import { checkDevice } from "../proofs.ts";
import { checkKeyWait } from "../rules/key-waits.ts";
import { openServerShare } from "../share-encryption.ts";
import { readRecord } from "../store/records.ts";
import { sharingsOf } from "../store/sharings.ts";

/** Gives the server's share for a kit or an export, once its wait is over; the owner is notified each time. */
export const takeKey = command(routes.wallet.takeKey, async ({ ctx, tx, session, body }) => {
  const { uid, sessionId } = session;
  const { purpose: kind, devicePublicKey, proof, device } = body;
  checkProof(ctx.keys, { uid, sessionId, devicePublicKey }, proof, ctx.now());
  await checkDevice(ctx, tx, { uid, action: walletActions.takeKey, devicePublicKey, proof: device });
  const record = await readRecord(ctx, tx, uid);
  if (!record) throw new ApiError("wallet_missing");
  if (!record.devices.includes(devicePublicKey)) throw new ApiError("device_unknown");
  checkKeyWait(record, { kind, devicePublicKey }, ctx.now());
  const sharing = (await sharingsOf(tx, uid)).find(
    (row) => row.devicePublicKey === devicePublicKey && row.state === "active",
  );
  if (!sharing) throw new ApiError("device_unknown");
  const securityUrl = `${ctx.config.appUrl}/you/security`;
  const mail = keyTakenMailText(kind, securityUrl);
  await notifyOwner(ctx, tx, record, "keyTaken", { mail, lifetimeSeconds: waitNoticeSeconds });
  return { serverShare: await openServerShare(ctx.keys, sharing), version: sharing.version };
});
