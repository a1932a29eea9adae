import type { ChatMessage } from "@tribe/contract";

/** What the composer works on: a new message, an answer, or a change of an old one. */
export type ComposerTask =
  | { readonly kind: "new" }
  | { readonly kind: "reply"; readonly message: ChatMessage }
  | { readonly kind: "edit"; readonly message: ChatMessage };

export const newMessage: ComposerTask = { kind: "new" };
