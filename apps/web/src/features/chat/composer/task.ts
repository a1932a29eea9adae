import type { ChatMessage } from "@tribe/contract";

/** The composer's task: a new message, a reply, or an edit. */
export type ComposerTask =
  | { readonly kind: "new" }
  | { readonly kind: "reply"; readonly message: ChatMessage }
  | { readonly kind: "edit"; readonly message: ChatMessage };

export const newMessage: ComposerTask = { kind: "new" };
