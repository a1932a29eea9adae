import type { ChatMessage, MessageType } from "@tribe/contract";
import { isEmptyText } from "@tribe/domain/chat";

const without: Record<MessageType, string> = {
  text: "",
  image: "Picture",
  video: "Video",
  audio: "Voice note",
  file: "File",
};

/** A message in one line: its text, or its kind if it has none. */
export const excerpt = ({ text, type }: Pick<ChatMessage, "text" | "type">): string =>
  isEmptyText(text) ? without[type] : text.replace(/\s+/g, " ").trim();
