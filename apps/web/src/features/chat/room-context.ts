import type { ChatMessage, MessageId, Mint, Seq, Uid } from "@tribe/contract";
import { createContext, useContext } from "react";

/** What the parts of a chat's room need to know of it, and what they can have done in it. */
export interface RoomParts {
  readonly mint: Mint;
  readonly name: string;
  readonly me: Uid | null;
  readonly isChief: boolean;
  /** Whose messages this person does not want to see. */
  readonly blocked: ReadonlySet<Uid>;
  readonly reply: (message: ChatMessage) => void;
  readonly edit: (message: ChatMessage) => void;
  /** Begins a voice note in place of the field to write in. */
  readonly record: () => void;
  /** Shows a message, also one that is not loaded. */
  readonly jump: (target: { readonly id: MessageId; readonly seq: Seq }) => void;
}

const RoomContext = createContext<RoomParts | null>(null);

export const RoomProvider = RoomContext.Provider;

/** @throws Error outside of a room: a mistake of the page. */
export const useRoomParts = (): RoomParts => {
  const parts = useContext(RoomContext);
  if (!parts) throw new Error("Only a part of a chat's room asks for the room");
  return parts;
};
