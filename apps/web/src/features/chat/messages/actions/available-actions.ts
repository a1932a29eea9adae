import { type ChatMessage, editWindowSeconds, type Uid } from "@tribe/contract";

/** The actions for a message, in the order of the menu. */
export type MessageAction =
  | "reply"
  | "copy"
  | "share"
  | "edit"
  | "likes"
  | "pin"
  | "unpin"
  | "removePreview"
  | "report"
  | "block"
  | "delete";

export interface Viewer {
  readonly uid: Uid | null;
  readonly isChief: boolean;
}

/** Whether the viewer is the author and may still edit the text. @param now ms since 1970 */
export const isEditable = (message: ChatMessage, { uid }: Viewer, now: number): boolean =>
  message.author.uid === uid && message.deletedAt === null && now - message.sentAt < editWindowSeconds * 1_000;

/** The actions that this person has for a message now. The server decides; actions that it would refuse are not offered. */
export const availableActions = (message: ChatMessage, viewer: Viewer, now: number): readonly MessageAction[] => {
  if (message.deletedAt !== null) return [];
  const isOwn = message.author.uid === viewer.uid;
  const offered: Record<MessageAction, boolean> = {
    reply: true,
    copy: message.text !== "",
    // Only the author can have a picture made of a message.
    share: isOwn && (message.text !== "" || message.attachments.some(({ kind }) => kind === "image")),
    edit: isEditable(message, viewer, now),
    likes: message.reactions.length > 0,
    pin: viewer.isChief && !message.isPinned,
    unpin: viewer.isChief && message.isPinned,
    removePreview: isOwn && message.linkPreview !== null,
    report: !isOwn,
    block: !isOwn,
    delete: isOwn || viewer.isChief,
  };
  const order = Object.keys(offered) as MessageAction[]; // the record has each of them as a key
  return order.filter((action) => offered[action]);
};
