import { ApiError, routes, walletActions } from "@tribe/contract";
import { newPasskeyMailText } from "@tribe/domain/words";
import { saga } from "../../../http/implement.ts";
import { notifyOwner } from "../notify-owner.ts";
import { passkeyRow, recordOfDevice } from "../passkeys/passkeys.ts";
import { lockAndCheckDevice } from "../proofs.ts";
import { changeWait, endMailIfDue } from "../recovery-changes.ts";
import type { PasskeyWay, WalletRecord } from "../rules/record.ts";
import { canRecoverByMail, passkeyWay, wayInfo } from "../rules/recovery-ways.ts";
import { keepCommitted, readRecord, writeRecord } from "../store/records.ts";

const noticeSeconds = 86_400;

/**
 * Phase two: the record names the passkey. A saga, because the chain decides whether it must wait, and after the commit the
 * record's version is also kept outside of the database.
 */
export const confirmPasskey = saga(routes.wallet.confirmPasskey, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { id, device } = body;
  const found = await readRecord(ctx, ctx.db, uid);
  if (!found) throw new ApiError("wallet_missing");
  const wait = await changeWait(ctx, found);
  const done = await commit(async (tx) => {
    await lockAndCheckDevice(ctx, tx, {
      ...{ uid, action: walletActions.confirmPasskey, devicePublicKey: device.devicePublicKey, proof: device },
    });
    const record = await recordOfDevice(ctx, tx, uid, device.devicePublicKey);
    const there = passkeyWay(record, id, ctx.now());
    // A repeated call has no further effect.
    if (there) return { record, way: there };
    const { publicKey, name, address } = await passkeyRow(ctx, tx, { uid, id });
    if (address !== record.address) throw new ApiError("passkey_invalid");
    const now = ctx.now();
    const way: PasskeyWay = { kind: "passkey", id, publicKey, name, addedAt: now, from: now + wait, triedAt: now };
    const ways = [...(record.ways ?? []).filter((other) => other.id !== id), way];
    const next: WalletRecord = { ...record, version: record.version + 1, ways };
    await writeRecord(ctx.keys, tx, next);
    const mail = newPasskeyMailText({
      from: way.from > now ? way.from : null,
      securityUrl: `${ctx.config.appUrl}/you/security`,
    });
    await notifyOwner(ctx, tx, record, "newPasskey", { mail, lifetimeSeconds: noticeSeconds });
    return { record: await endMailIfDue(ctx, tx, next), way };
  });
  await keepCommitted(ctx, done.record);
  return {
    way: wayInfo(done.way),
    recovery: canRecoverByMail(done.record, ctx.now()) ? ("mail_link" as const) : ("passkey" as const),
  };
});
