import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { activeElsewhere, isActivityDue } from "../rules/activity.ts";
import { keyWaitsOf } from "../rules/key-waits.ts";
import { noDevice } from "../rules/no-device.ts";
import { emailChangeInfo, recoveryEmailOf } from "../rules/recovery-email.ts";
import { recoveryInfos } from "../rules/recovery-waits.ts";
import { canRecoverByMail, wayInfos } from "../rules/recovery-ways.ts";
import { sendWaitsOf } from "../rules/send-waits.ts";
import { issueChallenge } from "../store/challenges.ts";
import { readWallet } from "../store/sharings.ts";

/** How many challenges come with the answer: a new wallet is stored, read back and confirmed, each with one. */
const proofsOfNewWallet = 3;

/** Which wallet the account has, and how it can be recovered. */
export const wallet = query(routes.wallet.wallet, async ({ ctx, tx, session }) => {
  const { record, sharings, accountEmail } = await readWallet(ctx, tx, session.uid);
  const now = ctx.now();
  return {
    uid: session.uid,
    email: record ? recoveryEmailOf(record, now) : accountEmail,
    emailChange: record && emailChangeInfo(record, now),
    address: record?.address ?? null,
    recovery:
      record === null
        ? ("none" as const)
        : canRecoverByMail(record, now)
          ? ("mail_link" as const)
          : ("passkey" as const),
    ways: record ? wayInfos(record, now) : [],
    now,
    devices: sharings
      .filter(({ devicePublicKey }) => devicePublicKey !== noDevice)
      .map(({ devicePublicKey, version, state }) => ({
        ...{ devicePublicKey, version, state },
        isUseDue: record !== null && isActivityDue(record, devicePublicKey, now),
      })),
    waits: record ? [...keyWaitsOf(record, now)] : [],
    sends: record ? [...sendWaitsOf(record, now)] : [],
    recoveries: record ? recoveryInfos(record, now) : [],
    kit: record?.kit ?? null,
    move: record?.move ?? null,
    canBeApproved: record !== null && activeElsewhere(record, session.deviceId, now).length > 0,
    challenges: Array.from({ length: proofsOfNewWallet }, () => issueChallenge(ctx, session.uid)),
  };
});
