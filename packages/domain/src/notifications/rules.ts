import type { NotificationSettings, NotificationType, TribeNotificationMode } from "@tribe/contract";
import { isChatNotice } from "./chat-notices.ts";

/** What a notice is about, as seen by one person. */
export interface NoticeSubject {
  readonly type: NotificationType;
  /** The person did it themselves. */
  readonly isOwnDoing: boolean;
  /** It is about the chat of their own Tribe. */
  readonly isChief: boolean;
  /** Whether they may read the chat that it is about; true for what is about no chat. */
  readonly hasAccess: boolean;
  /** Their setting for the Tribe that it is about. */
  readonly mode: TribeNotificationMode;
  /** The Chief blocked them: no tokens would bring the seat back. */
  readonly isBlocked: boolean;
}

/** The ways on which somebody is told of something. */
export interface NoticeWays {
  /** In the app's list. */
  readonly list: boolean;
  readonly push: boolean;
  readonly mail: boolean;
}

const nothing: NoticeWays = { list: false, push: false, mail: false };

/**
 * On which ways a person wants to be told of something: the one place where types and switches meet.
 * Nobody is told of their own doing, nor of a chat that they may not read.
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
    case "token_created":
      return { list: pushNotification.newTribesCreated, push: pushNotification.newTribesCreated, mail: false };
    case "airdrop":
      return { list: true, push: pushNotification.newAirdrop, mail: false };
    case "system":
      return { list: true, push: true, mail: settings.delivery.announcementsByMail };
  }
};
