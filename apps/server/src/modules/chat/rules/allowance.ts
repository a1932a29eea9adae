import { ApiError, messageRate } from "@tribe/contract";
import { tribeRate } from "../../membership/index.ts";

/** A token bucket as stored. */
export interface Allowance {
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly filledAt: number;
}

interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

const personRate: Rate = { burst: messageRate.burst, perSecond: messageRate.perMinute / 60 };

/** A full bucket, so that nobody's first message is refused. @param now milliseconds since 1970 */
export const fullAllowance = (now: number): Allowance => ({ tokens: personRate.burst, filledAt: now });

/**
 * Takes one message from a person's token bucket: a burst of 5, refilled by one per second. It is stored in the database, so
 * that several nodes share it, and a failed send restores it by its rollback.
 * @returns the remaining bucket, or `too_many_requests` with the seconds until the next one is available.
 */
export const consumeMessage = (before: Allowance, now: number): Allowance | ApiError =>
  consume(personRate, before, now);

/** The same for a Tribe: a flood by many people is slowed down before it affects other Tribes. */
export const consumeTribeMessage = (before: Allowance, now: number): Allowance | ApiError =>
  consume(tribeRate, before, now);

const consume = (
  { burst, perSecond }: Rate,
  { tokens: before, filledAt }: Allowance,
  now: number,
): Allowance | ApiError => {
  const gained = (Math.max(0, now - filledAt) / 1_000) * perSecond;
  const tokens = Math.min(burst, before + gained);
  if (tokens >= 1) return { tokens: tokens - 1, filledAt: now };
  return new ApiError("too_many_requests", { retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / perSecond)) });
};
