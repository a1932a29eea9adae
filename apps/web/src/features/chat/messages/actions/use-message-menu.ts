import type { ChatMessage } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { chatTexts } from "@tribe/domain/words";
import { dialogs } from "../../../../shared/dialogs/dialogs.ts";
import type { MenuItem } from "../../../../shared/dialogs/names.ts";
import { tribeLink } from "../../../../shared/links/tribe-link.ts";
import { askToBlockPerson } from "../../../../shared/people/block-person.ts";
import { serverNow } from "../../../../shared/time/server-time.ts";
import { type RoomParts, useRoomParts } from "../../room-context.ts";
import { availableActions, type MessageAction } from "./available-actions.ts";
import { copyText, deleteMessage, pin, removePreview, toggleReaction, unpin } from "./commands.ts";

const labels: Record<MessageAction, string> = {
  reply: "Reply",
  copy: "Copy text",
  share: "Share image",
  edit: "Edit",
  likes: "Liked by",
  pin: "Pin",
  unpin: "Unpin",
  removePreview: "Remove link preview",
  report: "Report",
  block: "Block author",
  delete: "Delete",
};

const runs: Record<MessageAction, (message: ChatMessage, room: RoomParts) => void> = {
  reply: (message, room) => room.reply(message),
  copy: copyText,
  share: ({ mint, id }, { name }) =>
    dialogs.open("shareImage", {
      title: "Share your message",
      request: { kind: "message", mint, messageId: id },
      text: `Said in ${isolated(name)} on Tribe`,
      link: tribeLink(mint),
      fileName: "message-on-tribe.png",
    }),
  edit: (message, room) => room.edit(message),
  likes: ({ mint, id }) => dialogs.open("messageLikes", { mint, messageId: id }),
  pin,
  unpin,
  removePreview,
  report: ({ mint, id, author }) => dialogs.open("reportMessage", { mint, messageId: id, author: author.displayName }),
  block: ({ author }) => askToBlockPerson(author),
  delete: (message) =>
    dialogs.open("confirm", {
      title: "Delete this message?",
      description: chatTexts.deleteQuestion,
      confirmLabel: "Delete",
      isDanger: true,
      onConfirm: () => deleteMessage(message),
      onSuccess: () => undefined,
    }),
};

/** The items of a message's menu now. */
export const menuItems = (message: ChatMessage, room: RoomParts): readonly MenuItem[] =>
  availableActions(message, { uid: room.me, isChief: room.isChief }, serverNow()).map((action) => ({
    key: action,
    label: labels[action],
    isDanger: action === "delete" || action === "report" || action === "block",
    run: () => runs[action](message, room),
  }));

/** Opens a message's menu as a sheet or dialog: by a long press, or from the keyboard. */
export const useMessageMenu = () => {
  const room = useRoomParts();
  return (message: ChatMessage): void => {
    const items = menuItems(message, room);
    if (items.length === 0) return;
    const title =
      message.author.uid === room.me ? "Your message" : `Message from ${isolated(message.author.displayName)}`;
    dialogs.open("menu", { title, items, onReact: (emoji) => toggleReaction(message, emoji) });
  };
};
