import { ApiError } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { countAtRate } from "../../engines/mail/steady-rate.ts";
import type { SignInClaim } from "./sign-in-codes.ts";
import { findAddress } from "./store/sign-in-codes.ts";

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

let warnedAt = 0;

/**
 * Protects our name as a sender: a network can't have mails sent to one stranger after another, and when too many go to addresses
 * without an account, those wait. The answer is the same then, so that it does not reveal who has an account.
 * @returns seconds that the mail waits; null when so many do that it would come too late
 * @throws ApiError `too_many_requests`
 */
export const sharedMailWait = async (
  ctx: Pick<AppContext, "keys" | "config" | "log" | "now" | "metrics">,
  tx: Executor,
  claim: SignInClaim,
): Promise<number | null> => {
  const { network, allowance } = claim;
  const { hasAccount, isKnown } = await findAddress(tx, claim);
  if (isKnown) return 0;
  const ofNetwork = await countAtRate(
    tx,
    networkMailsKey(ctx.keys, network),
    hourSeconds / (networkHourly * allowance),
    hourSeconds,
  );
  if (ofNetwork === null)
    throw new ApiError("too_many_requests", { retryAfterSeconds: Math.ceil(hourSeconds / networkHourly) });
  if (hasAccount) return 0;
  const ahead = await countAtRate(
    tx,
    newAddressMailsKey(ctx.keys),
    60 / (ctx.config.newAddressMailsPerMinute * allowance),
    burstSeconds + maxWaitSeconds,
  );
  ctx.metrics.setMailsAhead(ahead ?? burstSeconds + maxWaitSeconds);
  if (ahead !== null && ahead <= burstSeconds) return 0;
  if (ctx.now() - warnedAt >= warnEveryMs) {
    warnedAt = ctx.now();
    ctx.log.warn({ perMinute: ctx.config.newAddressMailsPerMinute }, "code mails to new addresses wait");
  }
  return ahead === null ? null : ahead - burstSeconds;
};
