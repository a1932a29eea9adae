import { isolated } from "../../people/isolated.ts";

/** Questions before a person is blocked in a chat or a message is deleted, and their results. */
export const chatTexts = {
  blockQuestion: "They leave this chat at once and can't come back until you unblock them. Their tokens stay theirs.",
  canJoinAgain: (name: string): string => `${isolated(name)} can join again`,
  deleteQuestion: "It goes for everyone here, and can't be brought back.",
  codeNotCopied: "Couldn't copy. Select the code and copy it.",
  messageCopied: "Message copied",
  reported: "Reported. We'll look at it.",
} as const;

/** How many members lost, or would lose, their seats with a smaller group. */
export const bootedText = (booted: number, when: "now" | "then"): string => {
  const who = booted === 1 ? "1 member" : `${booted} members`;
  if (when === "now") return booted === 1 ? "1 member lost their seat." : `${who} lost their seats.`;
  return `${who} with the smallest holdings lose${booted === 1 ? "s" : ""} ${booted === 1 ? "the seat" : "their seats"}.`;
};
