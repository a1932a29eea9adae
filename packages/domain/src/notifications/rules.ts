import type { NotificationSettings, NotificationType, TribeNotificationMode } from "@tribe/contract";
import { isChatNotice } from "./chat-notices.ts";

/** The subject of a notice, as it relates to one person. */
export interface NoticeSubject {
  readonly type: NotificationType;
  /** The person's own action caused it. */
  readonly isOwnDoing: boolean;
  /** It is about the chat of their own Tribe. */
  readonly isChief: boolean;
  /** Whether they have access to its chat; true when it is not about a chat. */
  readonly hasAccess: boolean;
  /** Their setting for its Tribe. */
  readonly mode: TribeNotificationMode;
  /** The Chief blocked them: no amount of tokens regains the seat. */
  readonly isBlocked: boolean;
}

/** The channels by which a person is notified. */
export interface NoticeWays {
  /** In the app's list. */
  readonly list: boolean;
  readonly push: boolean;
  readonly mail: boolean;
}

const nothing: NoticeWays = { list: false, push: false, mail: false };

/**
 * The channels by which a person wants a notice: the only place that combines types and switches. Nobody is notified of their
 * own actions, or of a chat without access.
 */
export const noticeWays = (subject: NoticeSubject, settings: NotificationSettings): NoticeWays => {
  const { type, isOwnDoing, isChief, hasAccess, mode, isBlocked } = subject;
  const { pushNotification, emailNotification } = settings;
  if (isOwnDoing || (!hasAccess && isChatNotice(subject))) return nothing;
  const chatPush = isChief ? pushNotification.messagesFromMyTribe : pushNotification.messagesFromOtherTribes;
  switch (type) {
    case "chat_new_message":
    case "chat_reaction":
      return mode === "all" ? { list: true, push: chatPush, mail: false } : nothing;
    case "chat_reply":
      return mode !== "mute" ? { list: true, push: chatPush, mail: false } : nothing;
    case "chat_booted":
      return {
        list: true,
        push: pushNotification.insufficientTokensToAccessTribe,
        mail: emailNotification.insufficientTokensToAccessTribe && !isBlocked,
      };
    // The same switches: the warning before the loss.
    case "seat_alarm":
      return {
        list: true,
        push: pushNotification.insufficientTokensToAccessTribe,
        mail: emailNotification.insufficientTokensToAccessTribe,
      };
    case "token_created":
      return { list: pushNotification.newTribesCreated, push: pushNotification.newTribesCreated, mail: false };
    case "airdrop":
      return { list: true, push: pushNotification.newAirdrop, mail: false };
    case "system":
      return { list: true, push: true, mail: settings.delivery.announcementsByMail };
  }
};
