import { notificationSettingsOf, type Uid } from "@tribe/contract";
import { nextSummaryAt, summaryReachMs, summaryWorthMs } from "@tribe/domain/notifications";
import type { StoredSettings } from "./change-settings.ts";

const dayMs = 86_400_000;

/** What is done about a summary that is due; all moments in ISO 8601. */
export interface SummaryPlan {
  readonly uid: Uid;
  /** It would come too late, and is left out. */
  readonly isLate: boolean;
  /** The time that it covers. */
  readonly since: string;
  readonly until: string;
  /** Until when everything has been reported; the next summary covers the time of one that is left out. */
  readonly last: string;
  /** When the next one is due. */
  readonly next: string;
}

/** Plans the summary of a person's time. Null when none is due. @param now in ms since 1970 */
export const planSummary = (
  { uid, chosen, summaryAt, summarizedAt }: StoredSettings & { readonly uid: Uid },
  now: number,
): SummaryPlan | null => {
  if (!summaryAt) return null;
  const until = summaryAt.getTime();
  const isLate = now - until > summaryWorthMs;
  const since = Math.max(summarizedAt?.getTime() ?? until - dayMs, until - summaryReachMs);
  const last = isLate ? since : until;
  const next = nextSummaryAt(now, last, notificationSettingsOf(chosen).delivery);
  return { uid, isLate, since: iso(since), until: iso(until), last: iso(last), next: iso(next) };
};

const iso = (at: number): string => new Date(at).toISOString();
