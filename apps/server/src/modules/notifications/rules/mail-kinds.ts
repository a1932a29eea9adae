import type { MailKind, NotificationSettings, NotificationSettingsChange } from "@tribe/contract";

const switchedOff: Readonly<Record<MailKind, NotificationSettingsChange>> = {
  dailySummary: { emailNotification: { dailySummary: false } },
  insufficientTokensToAccessTribe: { emailNotification: { insufficientTokensToAccessTribe: false } },
  announcements: { delivery: { announcementsByMail: false } },
};

/** The change of settings that switches mails of a kind off. */
export const switchOff = (kind: MailKind): NotificationSettingsChange => switchedOff[kind];

/** Whether these settings let mails of a kind be sent. */
export const isSwitchedOn = ({ emailNotification, delivery }: NotificationSettings, kind: MailKind): boolean => {
  switch (kind) {
    case "announcements":
      return delivery.announcementsByMail;
    case "dailySummary":
    case "insufficientTokensToAccessTribe":
      return emailNotification[kind];
  }
};
