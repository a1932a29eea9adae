import type { Notice } from "@tribe/contract";
import { dayName } from "../../shared/time/clock.ts";

/** Notifications of one day. */
export interface NoticeDay {
  readonly name: string;
  readonly notices: readonly Notice[];
}

/** Groups a list, the newest first, by day in this device's time zone. An id on two pages (pages can shift) is kept once. */
export const byDay = (notices: readonly Notice[], now: number): readonly NoticeDay[] => {
  const known = new Set<string>();
  const days: { name: string; notices: Notice[] }[] = [];
  for (const notice of notices) {
    if (known.has(notice.id)) continue;
    known.add(notice.id);
    const name = dayName(notice.at, now);
    const last = days.at(-1);
    if (last?.name === name) last.notices.push(notice);
    else days.push({ name, notices: [notice] });
  }
  return days;
};
