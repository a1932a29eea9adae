import type { MessageId, Seq } from "@tribe/contract";

/** The search parameters of a chat's address. */
export interface ChatSearch {
  readonly view?: "members";
  /** The message that a notification leads to: its id and its number, `id.seq`. */
  readonly message?: string;
}

/** Reads an address; invalid parameters are left out. */
export const readChatSearch = ({ view, message }: Record<string, unknown>): ChatSearch => ({
  ...(view === "members" ? { view } : {}),
  ...(typeof message === "string" && pattern.test(message) ? { message } : {}),
});

const pattern = /^([0-9a-f-]{36})\.([0-9]{1,15})$/;

/** The message of {@link ChatSearch}; null for none. */
export const messageOf = ({ message }: ChatSearch): { readonly id: MessageId; readonly seq: Seq } | null => {
  const [, id, seq] = pattern.exec(message ?? "") ?? [];
  // The pattern is theirs; a message that is not there is not found.
  return id === undefined ? null : { id: id as MessageId, seq: Number(seq) as Seq };
};
