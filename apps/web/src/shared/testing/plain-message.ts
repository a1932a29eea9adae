import type { ChatMessage } from "@tribe/contract";

/** What a message has that nobody has answered, reacted to or changed: for tests, which say the rest. */
export const plainMessage = {
  number: 1,
  attachments: [],
  replyTo: null,
  reactions: [],
  mentions: [],
  linkPreview: null,
  editedAt: null,
  deletedAt: null,
  deletedBy: null,
  isPinned: false,
} as const satisfies Partial<ChatMessage>;
