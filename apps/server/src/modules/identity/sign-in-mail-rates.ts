import { ApiError } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { countAtRate } from "../../engines/mail/steady-rate.ts";
import { devices, people } from "./schema.ts";

/** Mails with a code from one network in an hour, to whatever addresses, from devices on which they never signed in. */
const networkHourly = 200;
const hourSeconds = 3_600;
/** So many seconds' worth of mails to new addresses go at once, as when many come by one link. */
const burstSeconds = 300;
/** A later mail would leave too little time to use its code. */
const maxWaitSeconds = 300;
const warnEveryMs = 60_000;

/** What the mails of a network, to whatever addresses, are counted by. */
export const networkMailsKey = (keys: Keys, network: string): string => keys.mac("code", `sign-in mails:${network}`);

/** What mails to addresses without an account are counted by. */
export const newAddressMailsKey = (keys: Keys): string => keys.mac("code", "sign-in mails to new addresses");

/** From how many seconds ahead of their rate on mails to new addresses wait. */
export const newAddressMailsWaitFrom = burstSeconds;

let warnedAt = 0;

/**
 * Protects our name as a sender: a network can't have mails sent to one stranger after another, and when too many go to addresses
 * without an account, those wait. The answer is the same then, so that it does not tell who has an account.
 * @param claim.allowance a factor for both limits
 * @returns seconds that the mail waits; null when so many do that it would come too late
 * @throws ApiError `too_many_requests`
 */
export const sharedMailWait = async (
  ctx: Pick<AppContext, "keys" | "config" | "log" | "now">,
  tx: Executor,
  claim: { readonly deviceId: string; readonly email: string; readonly network: string; readonly allowance: number },
): Promise<number | null> => {
  const { deviceId, email, network, allowance } = claim;
  const { rows } = await tx.execute<{ has_account: boolean; is_known: boolean }>(sql`
    select exists (select from ${people} where ${people.email} = ${email}) as has_account, exists (
      select from ${devices} join ${people} on ${people.uid} = ${devices.signedInUid}
      where ${devices.id} = ${deviceId} and ${people.email} = ${email}
    ) as is_known`);
  if (rows[0]?.is_known) return 0;
  const ofNetwork = await countAtRate(
    tx,
    networkMailsKey(ctx.keys, network),
    hourSeconds / (networkHourly * allowance),
    hourSeconds,
  );
  if (ofNetwork === null)
    throw new ApiError("too_many_requests", { retryAfterSeconds: Math.ceil(hourSeconds / networkHourly) });
  if (rows[0]?.has_account) return 0;
  const ahead = await countAtRate(
    tx,
    newAddressMailsKey(ctx.keys),
    60 / (ctx.config.newAddressMailsPerMinute * allowance),
    burstSeconds + maxWaitSeconds,
  );
  if (ahead !== null && ahead <= burstSeconds) return 0;
  if (ctx.now() - warnedAt >= warnEveryMs) {
    warnedAt = ctx.now();
    ctx.log.warn({ perMinute: ctx.config.newAddressMailsPerMinute }, "code mails to new addresses wait");
  }
  return ahead === null ? null : ahead - burstSeconds;
};
