import { ApiError, routes, walletActions } from "@tribe/contract";
import { removedPasskeyMailText } from "@tribe/domain/words";
import { saga } from "../../../http/implement.ts";
import { notifyOwner } from "../notify-owner.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { lockAndCheckDevice } from "../proofs.ts";
import { changeWait } from "../recovery-changes.ts";
import type { WalletRecord } from "../rules/record.ts";
import { isInForce, mayEnd, passkeyWay, wayInfos } from "../rules/recovery-ways.ts";
import { deletePasskey } from "../store/passkeys.ts";
import { readRecord, writeRecord } from "../store/records.ts";

const noticeSeconds = 86_400;

/** Removes a passkey: at once if it is not in force yet, else after a wait in which its owner can still act. */
export const removePasskey = saga(routes.wallet.removePasskey, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { id, device } = body;
  const found = await readRecord(ctx, ctx.db, uid);
  if (!found) throw new ApiError("wallet_missing");
  const wait = await changeWait(ctx, found);
  const record = await commit(async (tx) => {
    await lockAndCheckDevice(ctx, tx, {
      ...{ uid, action: walletActions.removePasskey, devicePublicKey: device.devicePublicKey, proof: device },
    });
    const before = await recordOfDevice(ctx, tx, uid, device.devicePublicKey);
    const now = ctx.now();
    const way = passkeyWay(before, id, now);
    if (!way) throw new ApiError("passkey_invalid");
    if (!mayEnd(before, id, now)) throw new ApiError("last_ways");
    const isAtOnce = !isInForce(way, now) || wait === 0;
    const until = now + wait;
    const others = (before.ways ?? []).filter((other) => other.id !== id);
    const ways = isAtOnce ? others : [...others, { ...way, until: Math.min(way.until ?? until, until) }];
    const next: WalletRecord = { ...before, version: before.version + 1, ways };
    await writeRecord(ctx.keys, tx, next);
    if (isAtOnce) await deletePasskey(tx, { uid, id });
    const mail = removedPasskeyMailText({ until: isAtOnce ? null : until });
    await notifyOwner(ctx, tx, before, "removedPasskey", { mail, lifetimeSeconds: noticeSeconds });
    return next;
  });
  await ctx.walletStore.keep(uid, record.version);
  return { ways: wayInfos(record, ctx.now()) };
});
