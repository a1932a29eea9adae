import type { Mint } from "@tribe/contract";
import { nextLocalMinute, noticeWays } from "@tribe/domain/notifications";
import type { NoticeDraft } from "./notice-draft.ts";
import type { FanOutReceiver } from "./receivers.ts";

/** A notice for many people: everybody, or everybody who got something. */
export type FanOut =
  | { readonly type: "airdrop"; readonly taskId: string; readonly at: string }
  | { readonly type: "token_created"; readonly mint: Mint; readonly at: string }
  | {
      readonly type: "system";
      readonly id: string;
      readonly text: string;
      readonly route: string;
      /** Whether it is mailed, too. */
      readonly isMailed: boolean;
      readonly at: string;
    };

/** One person's notice of what is reported to many; null when they don't want it. @param now in ms since 1970 */
export const fanOutDraft = (what: FanOut, receiver: FanOutReceiver, now: number): NoticeDraft | null => {
  const { uid, settings, hasPush, gift } = receiver;
  const ways = noticeWays(
    { type: what.type, isOwnDoing: false, isChief: false, hasAccess: true, mode: "all", isBlocked: false },
    settings,
  );
  if (!ways.list) return null;
  const shared = { uid, count: 1, at: new Date(what.at), isSeen: false, push: ways.push && hasPush };
  switch (what.type) {
    case "system":
      return {
        ...shared,
        key: `system:${what.id}`,
        subject: { type: what.type, text: what.text, route: what.route },
        mail: ways.mail && what.isMailed,
      };
    case "airdrop": {
      if (!gift) return null;
      const { mint, symbol, decimals, amount } = gift;
      return {
        ...shared,
        key: `airdrop:${what.taskId}`,
        subject: { type: what.type, mint, symbol: symbol ?? "tokens", decimals, amount },
        mail: false,
      };
    }
    case "token_created": {
      // At most one push a day, at the person's hour, for all that was created until then.
      const { summaryHour, timeZone } = settings.delivery;
      const pushAt = new Date(nextLocalMinute(now, summaryHour * 60, timeZone));
      return { ...shared, key: "created", subject: { type: what.type, mints: [what.mint] }, pushAt, mail: false };
    }
  }
};
