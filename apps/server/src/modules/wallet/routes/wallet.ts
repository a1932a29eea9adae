import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { readRecord } from "../record.ts";
import { noDevice, sharingsOf } from "../sharings.ts";
import { waitsOf } from "../waits.ts";

/** Which wallet the account has, and how it can be recovered. */
export const wallet = query(routes.wallet.wallet, async ({ ctx, tx, session }) => {
  const record = await readRecord(ctx, tx, session.uid);
  const sharings = (await sharingsOf(tx, session.uid)).filter(({ devicePublicKey }) => devicePublicKey !== noDevice);
  return {
    uid: session.uid,
    email: record?.recoveryEmail ?? (await ctx.ports.peopleEditor.emailOf(tx, session.uid)),
    address: record?.address ?? null,
    recovery: record ? ("mail_link" as const) : ("none" as const),
    devices: sharings.map(({ devicePublicKey, version, state }) => ({ devicePublicKey, version, state })),
    waits: record ? [...waitsOf(record, ctx.now())] : [],
    kit: record?.kit ?? null,
  };
});
