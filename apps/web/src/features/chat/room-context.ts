import type { ChatMessage, MessageId, Mint, Seq, Uid } from "@tribe/contract";
import { createContext, useContext } from "react";
import type { Outgoing } from "./log/chat-lines.ts";

/** State and actions of a chat's room, for its parts. */
export interface RoomParts {
  readonly mint: Mint;
  readonly name: string;
  readonly me: Uid | null;
  readonly isChief: boolean;
  /** The people whose messages this person has hidden. */
  readonly blocked: ReadonlySet<Uid>;
  readonly reply: (message: ChatMessage) => void;
  readonly edit: (message: ChatMessage) => void;
  /** Puts an unsent message and its files back into the composer. */
  readonly withdraw: (outgoing: Outgoing) => void;
  /** Begins a voice note, which replaces the composer's field. */
  readonly record: () => void;
  /** The person reads or writes: the seats may make room. */
  readonly onReading: () => void;
  /** Shows a message, also one that is not loaded. */
  readonly jump: (target: { readonly id: MessageId; readonly seq: Seq }) => void;
  /** Shows the first message of a time (ms since 1970) or later. */
  readonly jumpToDate: (time: number) => void;
}

const RoomContext = createContext<RoomParts | null>(null);

export const RoomProvider = RoomContext.Provider;

/** @throws Error outside of a room: a bug of the page. */
export const useRoomParts = (): RoomParts => {
  const parts = useContext(RoomContext);
  if (!parts) throw new Error("Only a part of a chat's room asks for the room");
  return parts;
};
