import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { readRecord } from "../record.ts";
import { recoveryEmailOf, shownEmailChange } from "../recovery-email.ts";
import { sendWaitsOf } from "../send-waits.ts";
import { noDevice, sharingsOf } from "../sharings.ts";
import { waitsOf } from "../waits.ts";
import { isMailOpen, shownWays } from "../ways.ts";

/** Which wallet the account has, and how it can be recovered. */
export const wallet = query(routes.wallet.wallet, async ({ ctx, tx, session }) => {
  const record = await readRecord(ctx, tx, session.uid);
  const now = ctx.now();
  const sharings = (await sharingsOf(tx, session.uid)).filter(({ devicePublicKey }) => devicePublicKey !== noDevice);
  return {
    uid: session.uid,
    email: record ? recoveryEmailOf(record, now) : await ctx.ports.peopleEditor.emailOf(tx, session.uid),
    emailChange: record && shownEmailChange(record, now),
    address: record?.address ?? null,
    recovery:
      record === null ? ("none" as const) : isMailOpen(record, now) ? ("mail_link" as const) : ("passkey" as const),
    ways: record ? shownWays(record, now) : [],
    now,
    devices: sharings.map(({ devicePublicKey, version, state }) => ({ devicePublicKey, version, state })),
    waits: record ? [...waitsOf(record, now)] : [],
    sends: record ? [...sendWaitsOf(record, now)] : [],
    kit: record?.kit ?? null,
    move: record?.move ?? null,
  };
});
