import type { ChatMessage, ParentMessage } from "@tribe/contract";
import { plainTextOf } from "@tribe/domain/markup";

const without: Record<ChatMessage["type"], string> = {
  text: "",
  image: "Picture",
  video: "Video",
  audio: "Voice note",
  file: "File",
};

const inOneLine = (text: string, type: ChatMessage["type"]): string =>
  text.replace(/\s+/g, " ").trim() || without[type];

/** A message in one line: its text without formatting and spoilers, or its kind if it has none. */
export const excerpt = ({ text, type }: Pick<ChatMessage, "text" | "type">): string =>
  inOneLine(plainTextOf(text), type);

/** A message as a reply quotes it, in one line; its text has no formatting. */
export const quotedLine = ({ text, type }: Pick<ParentMessage, "text" | "type">): string => inOneLine(text, type);
