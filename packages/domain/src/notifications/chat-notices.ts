import { type NotificationType, notificationTypes } from "@tribe/contract";

/** Whether a type tells what is said in a chat. */
const isOfChat = {
  chat_new_message: true,
  chat_reply: true,
  chat_reaction: true,
  chat_booted: false,
  token_created: false,
  system: false,
  airdrop: false,
} as const satisfies Readonly<Record<NotificationType, boolean>>;

/** Types that tell what is said in a chat. */
export type ChatNoticeType = {
  [Type in NotificationType]: (typeof isOfChat)[Type] extends true ? Type : never;
}[NotificationType];

/** Whether something tells what is said in a chat, so that it is for nobody who may not read that chat. */
export const isChatNotice = <Notice extends { readonly type: NotificationType }>(
  notice: Notice,
): notice is Extract<Notice, { readonly type: ChatNoticeType }> => isOfChat[notice.type];

/** All of them, to ask a database for. */
export const chatNoticeTypes = (): ChatNoticeType[] =>
  notificationTypes.filter((type): type is ChatNoticeType => isOfChat[type]);
