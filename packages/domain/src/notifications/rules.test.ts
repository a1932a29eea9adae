import {
  defaultNotificationSettings,
  type NotificationSettings,
  notificationTypes,
  tribeNotificationModes,
} from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { type NoticeSubject, noticeWays } from "./rules.ts";

const both = [false, true] as const;
type PushSwitch = keyof NotificationSettings["pushNotification"];
const pushSwitches: readonly PushSwitch[] = [
  "messagesFromMyTribe",
  "messagesFromOtherTribes",
  "newTribesCreated",
  "insufficientTokensToAccessTribe",
  "newAirdrop",
];
const settingsWith = (value: boolean, push: Partial<NotificationSettings["pushNotification"]> = {}) => ({
  ...defaultNotificationSettings,
  emailNotification: { dailySummary: value, insufficientTokensToAccessTribe: value },
  delivery: { ...defaultNotificationSettings.delivery, announcementsByMail: value },
  pushNotification: {
    messagesFromMyTribe: value,
    messagesFromOtherTribes: value,
    newTribesCreated: value,
    insufficientTokensToAccessTribe: value,
    newAirdrop: value,
    ...push,
  },
});

/** Every state of a notice for one person. */
const subjects: readonly NoticeSubject[] = notificationTypes.flatMap((type) =>
  both.flatMap((isOwnDoing) =>
    both.flatMap((isChief) =>
      both.flatMap((hasAccess) =>
        tribeNotificationModes.flatMap((mode) =>
          both.map((isBlocked) => ({ type, isOwnDoing, isChief, hasAccess, mode, isBlocked })),
        ),
      ),
    ),
  ),
);

/** The switch that decides about a push, by the specification; null for none. */
const switchOf = ({ type, isChief }: NoticeSubject): PushSwitch | null => {
  switch (type) {
    case "chat_new_message":
    case "chat_reply":
    case "chat_reaction":
      return isChief ? "messagesFromMyTribe" : "messagesFromOtherTribes";
    case "chat_booted":
    case "seat_alarm":
      return "insufficientTokensToAccessTribe";
    case "token_created":
      return "newTribesCreated";
    case "airdrop":
      return "newAirdrop";
    case "system":
      return null;
  }
};
const isOfChat = ({ type }: NoticeSubject) =>
  type === "chat_new_message" || type === "chat_reply" || type === "chat_reaction";
const isLetThrough = (subject: NoticeSubject): boolean => {
  if (!isOfChat(subject)) return true;
  if (!subject.hasAccess || subject.mode === "mute") return false;
  return subject.mode === "all" || subject.type === "chat_reply";
};

describe.each(notificationTypes)("%s", (type) => {
  const ofType = subjects.filter((subject) => subject.type === type);

  test("nobody is notified of their own action, whatever they switched on", () => {
    for (const subject of ofType.filter(({ isOwnDoing }) => isOwnDoing))
      expect(noticeWays(subject, settingsWith(true))).toEqual({ list: false, push: false, mail: false });
  });

  test("its push depends on its own switch and on no other", () => {
    for (const subject of ofType.filter(({ isOwnDoing }) => !isOwnDoing)) {
      const own = switchOf(subject);
      for (const name of pushSwitches) {
        const isOn = noticeWays(subject, settingsWith(false, { [name]: true })).push;
        expect(isOn, `${JSON.stringify(subject)} with ${name}`).toBe(
          isLetThrough(subject) && (own === null || own === name),
        );
      }
    }
  });

  test("a chat notifies only people with access who have not muted it", () => {
    for (const subject of ofType.filter(({ isOwnDoing }) => !isOwnDoing))
      expect(noticeWays(subject, settingsWith(true)).list, JSON.stringify(subject)).toBe(isLetThrough(subject));
  });

  test("mail is sent only about a seat that tokens can regain and about news, when switched on", () => {
    for (const subject of ofType.filter(({ isOwnDoing }) => !isOwnDoing)) {
      expect(noticeWays(subject, settingsWith(false)).mail).toBe(false);
      const isMailed = type === "system" || type === "seat_alarm" || (type === "chat_booted" && !subject.isBlocked);
      expect(noticeWays(subject, settingsWith(true)).mail).toBe(isMailed);
    }
  });
});
