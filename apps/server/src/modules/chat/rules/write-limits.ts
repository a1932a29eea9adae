import { ApiError, newcomerLimits, type SlowMode } from "@tribe/contract";

/** A channel's rules about who may write now. */
export interface ChannelRules {
  readonly slowMode: SlowMode;
  readonly onlyChiefWrites: boolean;
}

/** A member's recent writes. Times in milliseconds since 1970. */
export interface MemberWrites {
  readonly lastSentAt: number;
  /** Messages with links, and files, in the first hour. */
  readonly links: number;
  readonly files: number;
}

/** A member without writes. */
export const noWrites: MemberWrites = { lastSentAt: 0, links: 0, files: 0 };

/** The properties of a message that the rules use. */
export interface Contents {
  readonly hasLink: boolean;
  readonly files: number;
}

/** Whether a member is new in a Tribe. @param joinedAt when they joined, ms; null for the Chief */
export const isNewcomer = (joinedAt: number | null, now: number): boolean =>
  joinedAt !== null && now - joinedAt < newcomerLimits.seconds * 1_000;

/** What a newcomer may still send, and until when (ms) that counts; null for everybody else. @param joinedAt null for the Chief */
export const newcomerLeft = (
  joinedAt: number | null,
  writes: MemberWrites,
  now: number,
): { readonly until: number; readonly filesLeft: number; readonly linksLeft: number } | null =>
  joinedAt === null || !isNewcomer(joinedAt, now)
    ? null
    : {
        until: Math.ceil(joinedAt + newcomerLimits.seconds * 1_000),
        filesLeft: Math.max(0, newcomerLimits.attachments - writes.files),
        linksLeft: Math.max(0, newcomerLimits.links - writes.links),
      };

/** Seconds until a member may write again in slow mode; 0 when they may now. */
export const slowModeWait = (slowMode: SlowMode, { lastSentAt }: MemberWrites, now: number): number =>
  Math.max(0, Math.ceil((lastSentAt + slowMode * 1_000 - now) / 1_000));

/**
 * Returns a member's counts after this message, or the refusal: `only_chief_writes`, `slow_mode`, `newcomer_limited`. None of
 * these rules applies to the Chief.
 */
export const addWrite = (
  rules: ChannelRules,
  member: { readonly joinedAt: number | null; readonly writes: MemberWrites },
  contents: Contents,
  now: number,
): MemberWrites | ApiError => {
  if (rules.onlyChiefWrites) return new ApiError("only_chief_writes");
  const { joinedAt, writes } = member;
  const wait = slowModeWait(rules.slowMode, writes, now);
  if (wait > 0) return new ApiError("slow_mode", { retryAfterSeconds: wait });
  if (joinedAt === null || !isNewcomer(joinedAt, now)) return { ...writes, lastSentAt: now };
  const links = writes.links + (contents.hasLink ? 1 : 0);
  const files = writes.files + contents.files;
  if (
    (contents.hasLink && links > newcomerLimits.links) ||
    (contents.files > 0 && files > newcomerLimits.attachments)
  ) {
    const retryAfterSeconds = Math.max(1, Math.ceil(joinedAt / 1_000 + newcomerLimits.seconds - now / 1_000));
    return new ApiError("newcomer_limited", { retryAfterSeconds });
  }
  return { lastSentAt: now, links, files };
};
