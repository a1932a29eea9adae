import type { MailSwitch, NotificationSettings, NotificationSettingsChange } from "@tribe/contract";

const switchedOff: Readonly<Record<MailSwitch, NotificationSettingsChange>> = {
  dailySummary: { emailNotification: { dailySummary: false } },
  insufficientTokensToAccessTribe: { emailNotification: { insufficientTokensToAccessTribe: false } },
  announcements: { delivery: { announcementsByMail: false } },
};

/** The change of settings that switches mails of a kind off. */
export const switchOff = (kind: MailSwitch): NotificationSettingsChange => switchedOff[kind];

/** Whether these settings let mails of a kind be sent. */
export const isSwitchedOn = ({ emailNotification, delivery }: NotificationSettings, kind: MailSwitch): boolean => {
  switch (kind) {
    case "announcements":
      return delivery.announcementsByMail;
    case "dailySummary":
    case "insufficientTokensToAccessTribe":
      return emailNotification[kind];
  }
};
