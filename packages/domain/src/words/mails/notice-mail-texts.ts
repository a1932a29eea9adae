import type { MailKind, Notice } from "@tribe/contract";
import { formatAmount, formatBps } from "../../money/index.ts";
import type { SummaryHolding } from "../../notifications/index.ts";
import { noticeText, noticeTextWithoutContent } from "../notice-texts.ts";

/** One line of a mail's list. Links are paths of the app. */
export interface MailRow {
  readonly title: string;
  readonly body: string;
  readonly route: string;
  /** The direction of a price; null without one. */
  readonly trend: "up" | "down" | null;
}

/** A list within a mail. */
export interface MailSection {
  readonly title: string;
  readonly rows: readonly MailRow[];
  /** Number of entries beyond the rows. */
  readonly more: number;
}

/** An optional mail in parts: its content, and why it was sent. */
export interface NotificationMail {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly sections: readonly MailSection[];
  readonly action: { readonly label: string; readonly route: string };
  /** Why it was sent; the link to stop it follows. */
  readonly why: string;
}

/** Names of the kinds of mail, where they are switched off. */
export const mailKindNames: Readonly<Record<MailKind, string>> = {
  dailySummary: "Daily summary",
  insufficientTokensToAccessTribe: "Lost seats",
  announcements: "News from Tribe",
  seatAlarm: "Alarms of one Tribe",
};

/** The same after "mails". */
export const mailKindSubjects: Readonly<Record<MailKind, string>> = {
  dailySummary: "with the daily summary",
  insufficientTokensToAccessTribe: "about lost seats",
  announcements: "with news from Tribe",
  seatAlarm: "about this Tribe's alarms",
};

const whys: Readonly<Record<MailKind, string>> = {
  dailySummary: "You get this once a day because you switched the daily summary on.",
  insufficientTokensToAccessTribe: "You get this because mails about lost seats are switched on.",
  announcements: "You get this because you have an account at Tribe.",
  seatAlarm: "You get this because you set an alarm in this Tribe.",
};

/** The mail of one notice; null for a type without a mail of its own. */
export const noticeMailText = (notice: Notice): { readonly kind: MailKind; readonly mail: NotificationMail } | null => {
  const { title, body } = noticeText(notice);
  switch (notice.type) {
    case "chat_booted": {
      const kind = "insufficientTokensToAccessTribe";
      const action = { label: `Open ${notice.tribe}`, route: notice.route };
      return { kind, mail: { subject: title, lines: [body], sections: [], action, why: whys[kind] } };
    }
    case "seat_alarm": {
      const kind = "seatAlarm";
      const isSeat = notice.alarm === "spare";
      const action = { label: isSeat ? "Top up and stay" : `Open ${notice.tribe}`, route: notice.route };
      return { kind, mail: { subject: title, lines: [body], sections: [], action, why: whys[kind] } };
    }
    case "system": {
      const kind = "announcements";
      const action = { label: "Open Tribe", route: notice.route };
      return { kind, mail: { subject: "News from Tribe", lines: [body], sections: [], action, why: whys[kind] } };
    }
    case "chat_new_message":
    case "chat_reply":
    case "chat_reaction":
    case "token_created":
    case "airdrop":
      return null;
  }
};

/** Maximum rows of a section; the others are counted. */
const maxRows = 5;

/** Sections of a summary, in this order. */
const sectionTitles: Readonly<Record<Notice["type"], string>> = {
  chat_booted: "Seats that you lost",
  seat_alarm: "Your alarms",
  chat_reply: "Replies to you",
  chat_new_message: "Unread in your Tribes",
  chat_reaction: "Likes and reactions",
  airdrop: "Airdrops for you",
  token_created: "New Tribes",
  system: "News from Tribe",
};

/** Singular and plural of what a summary's subject counts, in this order; null for types that it leaves out. */
const countedInSubject: Readonly<Record<Notice["type"], readonly [one: string, several: string] | null>> = {
  chat_booted: ["lost seat", "lost seats"],
  seat_alarm: ["alarm", "alarms"],
  chat_reply: ["reply", "replies"],
  chat_new_message: ["unread message", "unread messages"],
  airdrop: ["airdrop", "airdrops"],
  chat_reaction: ["liked message", "liked messages"],
  token_created: null,
  system: null,
};

/** A subject with the two most personal counts. */
const subjectOf = (notices: readonly Notice[]): string => {
  // One notice stands for all new messages of a chat.
  const countOf = (notice: Notice) => (notice.type === "chat_new_message" ? notice.count : 1);
  const parts = Object.entries(countedInSubject).flatMap(([type, names]) => {
    const count = notices.reduce((sum, notice) => sum + (notice.type === type ? countOf(notice) : 0), 0);
    return names === null || count === 0 ? [] : [`${count} ${count === 1 ? names[0] : names[1]}`];
  });
  return parts.length === 0 ? "Your day on Tribe" : `Your day on Tribe: ${parts.slice(0, 2).join(", ")}`;
};

const section = (title: string, rows: readonly MailRow[]): MailSection[] =>
  rows.length === 0 ? [] : [{ title, rows: rows.slice(0, maxRows), more: Math.max(0, rows.length - maxRows) }];

const holdingRow = ({ name, symbol, price, changeBps, route }: SummaryHolding): MailRow => {
  const trend = changeBps > 0 ? "up" : changeBps < 0 ? "down" : null;
  const change = trend === null ? "the same as a day ago" : `${trend} ${formatBps(Math.abs(changeBps))} in a day`;
  return { title: `${name} (${symbol})`, body: `${formatAmount(price)} SOL a token, ${change}`, route, trend };
};

/** The daily summary of unread notices and of holdings. @param showContent whether it quotes messages */
export const summaryMailText = (of: {
  readonly notices: readonly Notice[];
  readonly holdings: readonly SummaryHolding[];
  readonly showContent: boolean;
}): NotificationMail => {
  const textOf = of.showContent ? noticeText : noticeTextWithoutContent;
  const rowOf = (notice: Notice): MailRow => ({ ...textOf(notice), route: notice.route, trend: null });
  return {
    subject: subjectOf(of.notices),
    lines: ["What happened since your last summary, and what you haven't read yet."],
    sections: [
      ...Object.entries(sectionTitles).flatMap(([type, title]) =>
        section(
          title,
          of.notices.filter((notice) => notice.type === type).map((notice) => rowOf(notice)),
        ),
      ),
      ...section("What you hold", of.holdings.map(holdingRow)),
    ],
    action: { label: "Open Tribe", route: "/notifications" },
    why: whys.dailySummary,
  };
};
