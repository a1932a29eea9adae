import { type NotificationType, notificationTypes } from "@tribe/contract";

/** Whether a type reveals a chat's content. */
const isOfChat = {
  chat_new_message: true,
  chat_reply: true,
  chat_reaction: true,
  chat_booted: false,
  seat_alarm: false,
  token_created: false,
  system: false,
  airdrop: false,
} as const satisfies Readonly<Record<NotificationType, boolean>>;

/** Types that reveal a chat's content. */
export type ChatNoticeType = {
  [Type in NotificationType]: (typeof isOfChat)[Type] extends true ? Type : never;
}[NotificationType];

/** Whether a notice reveals a chat's content, and so is only for people with access to that chat. */
export const isChatNotice = <Notice extends { readonly type: NotificationType }>(
  notice: Notice,
): notice is Extract<Notice, { readonly type: ChatNoticeType }> => isOfChat[notice.type];

/** All of these types, for a database query. */
export const chatNoticeTypes = (): ChatNoticeType[] =>
  notificationTypes.filter((type): type is ChatNoticeType => isOfChat[type]);
