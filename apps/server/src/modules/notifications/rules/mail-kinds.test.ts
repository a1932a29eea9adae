import { mailSwitches, type NotificationSettingsChange, notificationSettingsOf } from "@tribe/contract";
import { expect, test } from "vitest";
import { isSwitchedOn, switchOff } from "./mail-kinds.ts";

const allOn: NotificationSettingsChange = {
  emailNotification: { dailySummary: true, insufficientTokensToAccessTribe: true },
  delivery: { announcementsByMail: true },
};

test.each(mailSwitches)("a link of a mail of the kind %s switches this kind off and no other", (kind) => {
  const { emailNotification, delivery } = switchOff(kind);
  const after = notificationSettingsOf({
    emailNotification: { ...allOn.emailNotification, ...emailNotification },
    delivery: { ...allOn.delivery, ...delivery },
  });
  expect(mailSwitches.filter((each) => !isSwitchedOn(after, each))).toEqual([kind]);
});
