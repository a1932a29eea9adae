import type { ChatMessage } from "@tribe/contract";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import type { MenuItem } from "../../../shared/dialogs/names.ts";
import { type RoomParts, useRoomParts } from "../room-context.ts";
import { availableActions, type MessageAction } from "./available-actions.ts";
import { copyText, deleteMessage, pin, removePreview, toggleReaction, unpin } from "./commands.ts";

const labels: Record<MessageAction, string> = {
  reply: "Reply",
  copy: "Copy text",
  edit: "Edit",
  likes: "Liked by",
  pin: "Pin",
  unpin: "Unpin",
  removePreview: "Remove link preview",
  report: "Report",
  delete: "Delete",
};

const run = (action: MessageAction, message: ChatMessage, room: RoomParts): void => {
  const { mint, id: messageId } = message;
  switch (action) {
    case "reply":
      return room.reply(message);
    case "copy":
      return copyText(message);
    case "edit":
      return room.edit(message);
    case "likes":
      return dialogs.open("messageLikes", { mint, messageId });
    case "pin":
      return pin(message);
    case "unpin":
      return unpin(message);
    case "removePreview":
      return removePreview(message);
    case "report":
      return dialogs.open("reportMessage", { mint, messageId, author: message.author.displayName });
    case "delete":
      return dialogs.open("confirm", {
        title: "Delete this message?",
        description: "It goes for everyone here, and can't be brought back.",
        confirmLabel: "Delete",
        isDanger: true,
        onConfirm: () => deleteMessage(message),
        onSuccess: () => undefined,
      });
  }
};

/** What stands in a message's menu now. */
export const menuItems = (message: ChatMessage, room: RoomParts): readonly MenuItem[] =>
  availableActions(message, { uid: room.me, isChief: room.isChief }, Date.now()).map((action) => ({
    key: action,
    label: labels[action],
    isDanger: action === "delete" || action === "report",
    run: () => run(action, message, room),
  }));

/** Opens a message's menu as a sheet or dialog: by a long press, or from the keyboard. */
export const useMessageMenu = () => {
  const room = useRoomParts();
  return (message: ChatMessage): void => {
    const items = menuItems(message, room);
    if (items.length === 0) return;
    const title = message.author.uid === room.me ? "Your message" : `Message from ${message.author.displayName}`;
    dialogs.open("menu", { title, items, onReact: (emoji) => toggleReaction(message, emoji) });
  };
};
