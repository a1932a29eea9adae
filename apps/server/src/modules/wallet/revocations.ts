import type { Base64, Uid } from "@tribe/contract";
import { deviceRemovedMailText } from "@tribe/domain/words";
import { defineJob } from "../../engines/jobs/definition.ts";
import { notifyOwner } from "./notify-owner.ts";
import type { WalletRecord } from "./rules/record.ts";
import { withoutRecoveriesIn } from "./rules/recovery-waits.ts";
import { removeDevices } from "./sharings.ts";
import { deleteApprovals } from "./store/approvals.ts";
import { lockAccount } from "./store/lock-account.ts";
import { readRecord, writeRecord } from "./store/records.ts";
import { deleteRecoveriesIn } from "./store/recoveries.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Removes a person's wallet from browsers whose sessions were ended in another browser. */
    "wallet.endDevices": { readonly uid: Uid; readonly deviceIds: readonly string[] };
  }
}

const noticeSeconds = 86_400;

/**
 * The keys of these browsers. For a key that was not used since the record notes browsers, the browser is unknown: if one of
 * these browsers has no known key, such a key may be its own and is ended, too. If it belonged to another browser, its owner
 * recovers the wallet there.
 */
const devicesIn = ({ devices, browsers = {} }: WalletRecord, deviceIds: readonly string[]): Base64[] => {
  const known = new Set(Object.values(browsers));
  const isAnyUnknown = deviceIds.some((id) => !known.has(id));
  return devices.filter((key) => {
    const browser = browsers[key];
    return browser === undefined ? isAnyUnknown : deviceIds.includes(browser);
  });
};

/**
 * Runs in the process with the wallets' keys, after the commit that ended the sessions. From that commit on no call of theirs is
 * answered; after this job no new session in these browsers gets their share. Recoveries that they requested are deleted.
 */
export const endDevicesJob = defineJob({
  name: "wallet.endDevices",
  handler:
    (ctx) =>
    async ({ uid, deviceIds }) => {
      const record = await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, uid);
        await deleteRecoveriesIn(tx, uid, deviceIds);
        const found = await readRecord(ctx, tx, uid);
        const gone = found ? devicesIn(found, deviceIds) : [];
        await deleteApprovals(tx, uid, { deviceIds, approvers: gone });
        if (!found) return null;
        const kept = withoutRecoveriesIn(found, deviceIds);
        if (gone.length === 0) {
          if (kept === found) return null;
          const next: WalletRecord = { ...kept, version: found.version + 1 };
          await writeRecord(ctx.keys, tx, next);
          return next;
        }
        const mail = deviceRemovedMailText(gone.length);
        await notifyOwner(ctx, tx, found, "deviceRemoved", { mail, lifetimeSeconds: noticeSeconds });
        return removeDevices(ctx, tx, kept, gone);
      });
      if (record) await ctx.walletStore.keep(uid, record.version);
    },
});
