import type { ChatMessage, MessageType } from "@tribe/contract";

const without: Record<MessageType, string> = {
  text: "",
  image: "Picture",
  video: "Video",
  audio: "Voice note",
  file: "File",
};

/** A message in one line: its text, or its kind if it has none. */
export const excerpt = ({ text, type }: Pick<ChatMessage, "text" | "type">): string =>
  text.replace(/\s+/g, " ").trim() || without[type];
