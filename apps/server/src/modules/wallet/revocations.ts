import type { Base64, Uid } from "@tribe/contract";
import { deviceRemovedMailText } from "@tribe/domain/words";
import { and, eq, inArray } from "drizzle-orm";
import { defineJob } from "../../engines/jobs/definition.ts";
import { dropApprovals } from "./approvals/approvals.ts";
import { lockAccount } from "./lock-account.ts";
import { notifyOwner } from "./notify-owner.ts";
import { readRecord, type WalletRecord, writeRecord } from "./record.ts";
import { withoutRecoveriesIn } from "./recovery/recovery-waits.ts";
import { walletRecoveries } from "./schema.ts";
import { removeDevices } from "./sharings.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Takes a person's wallet from browsers whose sessions were ended from another one. */
    "wallet.endDevices": { readonly uid: Uid; readonly deviceIds: readonly string[] };
  }
}

const noticeSeconds = 86_400;

/**
 * The keys of these browsers. A key that was not used since the record says in which one belongs to none yet: where one of them
 * has no key that is known, it may be that one's, and goes too. Its owner brings the wallet back where it was another's.
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
 * Runs where the wallets' keys are, after the commit that ended the sessions: from that moment on no call of theirs is
 * answered, and when this is done none of a session that they open anew gets their share. Recoveries that they asked for go.
 */
export const endDevicesJob = defineJob({
  name: "wallet.endDevices",
  handler:
    (ctx) =>
    async ({ uid, deviceIds }) => {
      const record = await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, uid);
        await tx
          .delete(walletRecoveries)
          .where(and(eq(walletRecoveries.uid, uid), inArray(walletRecoveries.deviceId, [...deviceIds])));
        const found = await readRecord(ctx, tx, uid);
        const gone = found ? devicesIn(found, deviceIds) : [];
        await dropApprovals(tx, uid, { deviceIds, approvers: gone });
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
