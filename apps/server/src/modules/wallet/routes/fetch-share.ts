import { ApiError, routes, walletActions } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { checkDevice } from "../proofs.ts";
import { readRecord } from "../record.ts";
import { openShare, sharingsOf } from "../sharings.ts";
import { takeTurn } from "../take-turn.ts";
import { isMailOpen, settleMail } from "../ways.ts";

/** The server's share of a device's sharing, against the device's signature. */
export const fetchShare = command(routes.wallet.fetchShare, async ({ ctx, tx, session, body }) => {
  const { uid } = session;
  const { devicePublicKey, version, device } = body;
  await checkDevice(tx, { uid, action: walletActions.share, devicePublicKey, proof: device });
  const record = await readRecord(ctx, tx, uid);
  // Waits end between calls: whoever unlocks then ends the mail in the rows, too.
  if (record && record.mailEndedAt === undefined && !isMailOpen(record, ctx.now())) {
    await takeTurn(tx, uid);
    await settleMail(ctx, tx, record);
  }
  const all = await sharingsOf(tx, uid);
  if (all.length === 0) throw new ApiError("wallet_missing");
  const mine = all.filter((row) => row.devicePublicKey === devicePublicKey);
  const asked =
    version === undefined
      ? (mine.find(({ state }) => state === "active") ?? mine[0])
      : mine.find((row) => row.version === version);
  // A pending one is read back by the device that stored it, before the record names it.
  if (!asked || (asked.state === "active" && !record?.devices.includes(devicePublicKey)))
    throw new ApiError("device_unknown");
  return { serverShare: await openShare(ctx.keys, "server-share", asked), version: asked.version };
});
