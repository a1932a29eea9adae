import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { activeElsewhere, isActivityDue, isUsedElsewhere } from "../activity.ts";
import { giveChallenge } from "../challenges.ts";
import { shownRecoveries } from "../recovery/recovery-waits.ts";
import { recoveryEmailOf, shownEmailChange } from "../recovery-email.ts";
import { sendWaitsOf } from "../send-waits.ts";
import { noDevice, readWallet } from "../sharings.ts";
import { waitsOf } from "../waits.ts";
import { isMailOpen, shownWays } from "../ways.ts";

/** A new wallet is stored, read back and confirmed, each by a proof of its own. */
const proofsOfNewWallet = 3;

/** Which wallet the account has, and how it can be recovered. */
export const wallet = query(routes.wallet.wallet, async ({ ctx, tx, session }) => {
  const { record, sharings, accountEmail } = await readWallet(ctx, tx, session.uid);
  const now = ctx.now();
  return {
    uid: session.uid,
    email: record ? recoveryEmailOf(record, now) : accountEmail,
    emailChange: record && shownEmailChange(record, now),
    address: record?.address ?? null,
    recovery:
      record === null ? ("none" as const) : isMailOpen(record, now) ? ("mail_link" as const) : ("passkey" as const),
    ways: record ? shownWays(record, now) : [],
    now,
    devices: sharings
      .filter(({ devicePublicKey }) => devicePublicKey !== noDevice)
      .map(({ devicePublicKey, version, state }) => ({
        ...{ devicePublicKey, version, state },
        isUseDue: record !== null && isActivityDue(record, devicePublicKey, now),
      })),
    waits: record ? [...waitsOf(record, now)] : [],
    sends: record ? [...sendWaitsOf(record, now)] : [],
    recoveries: record ? shownRecoveries(record, now) : [],
    kit: record?.kit ?? null,
    move: record?.move ?? null,
    canBeApproved: record !== null && activeElsewhere(record, session.deviceId, now).length > 0,
    isMailDelayed: record !== null && isMailOpen(record, now) && isUsedElsewhere(record, null, now),
    challenges: Array.from({ length: proofsOfNewWallet }, () => giveChallenge(ctx, session.uid)),
  };
});
