import type { ChatMessage, MembershipState, Uid } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { excerpt } from "./messages/text/excerpt.ts";

/** The text below a chat's name in the list, as this person sees it. */
export const lastWords = (
  chat: {
    readonly state: MembershipState;
    readonly gaveUp?: boolean | undefined;
    readonly lastMessage: ChatMessage | null;
  },
  me: Uid | null,
  blocked: ReadonlySet<Uid>,
): string => {
  if (chat.state === "expired") return chat.gaveUp ? "You left" : "You're out · Booted";
  if (chat.state === "banned") return "Blocked";
  const { lastMessage } = chat;
  if (!lastMessage) return "No messages yet";
  const { author, deletedAt } = lastMessage;
  if (blocked.has(author.uid)) return "A message from somebody you blocked";
  const said = deletedAt === null ? excerpt(lastMessage) : "Deleted message";
  return `${author.uid === me ? "You" : isolated(author.displayName)}: ${isolated(said)}`;
};
