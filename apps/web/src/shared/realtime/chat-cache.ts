import type { QueryClient } from "@tanstack/react-query";
import type { AnswerOf, ChatMessage, LocalUser, Mint, ReadState, routes, ServerFrame, Uid } from "@tribe/contract";
import { messagesAfterChange } from "@tribe/domain/chat";
import { keys } from "../queries/keys.ts";
import { refreshAfter } from "../queries/stale.ts";
import type { FrameOf } from "./connection.ts";
import { peopleAfterFrame, peopleNow } from "./people.ts";

type MyChats = AnswerOf<typeof routes.chat.mine>["chats"];
type Room = AnswerOf<typeof routes.chat.room>;

const afterMessage = (read: ReadState, message: ChatMessage, me: Uid | null): ReadState =>
  message.author.uid === me ? read : { ...read, unread: read.unread + 1 };

/** Sets a Tribe's newest message in the list of chats; the list's order stays, so that nothing jumps. */
export const chatsAfterMessage = (chats: MyChats, message: ChatMessage, me: Uid | null): MyChats =>
  chats.map((chat) =>
    chat.mint === message.mint && message.seq > (chat.lastMessage?.seq ?? -1)
      ? { ...chat, lastMessage: message, read: chat.read && afterMessage(chat.read, message, me) }
      : chat,
  );

/** The newest message of a chat after a change in it. */
export const chatsAfterChange = (chats: MyChats, { mint, change }: FrameOf<"change">, me: Uid | null): MyChats =>
  chats.map((chat) => {
    if (chat.mint !== mint || !chat.lastMessage) return chat;
    const [lastMessage = null] = messagesAfterChange([chat.lastMessage], change, me);
    return lastMessage === chat.lastMessage ? chat : { ...chat, lastMessage };
  });

/** The state of a chat's page besides its messages, after a message that is new to it. */
export const roomAfterMessage = (room: Room, message: ChatMessage, me: Uid | null): Room =>
  message.number <= room.headNumber
    ? room
    : { ...room, headNumber: message.number, read: afterMessage(room.read, message, me) };

const applyChange = (cache: QueryClient, frame: FrameOf<"change">, me: Uid | null): void => {
  const { mint, change } = frame;
  cache.setQueryData<MyChats>(keys.myChats(), (old) => old && chatsAfterChange(old, frame, me));
  switch (change.kind) {
    case "settings":
      cache.setQueryData<Room>(keys.room(mint), (old) => old && { ...old, settings: change.settings });
      void refreshAfter(cache, { kind: "chatManaged", mint });
      return;
    case "pinned":
      void refreshAfter(cache, { kind: "pinChanged", mint });
      return;
    case "member":
      void refreshAfter(cache, { kind: "seatTold", mint });
      return;
    case "edited":
    case "deleted":
      cache.setQueryData<Room>(keys.room(mint), (old) => {
        if (!old?.pinned || old.pinned.id !== change.messageId) return old;
        const [pinned = null] = messagesAfterChange([old.pinned], change, me);
        return { ...old, pinned: change.kind === "deleted" ? null : pinned };
      });
      return;
    case "reaction":
    case "linkPreview":
      return;
  }
};

/** Marks everything up to this message as read: here at once, elsewhere when the server has confirmed. It never moves back. */
export const noteRead = (cache: QueryClient, mint: Mint, read: ReadState): void => {
  const later = (old: ReadState): ReadState => (read.number >= old.number ? read : old);
  cache.setQueryData<Room>(keys.room(mint), (old) => old && { ...old, read: later(old.read) });
  cache.setQueryData<MyChats>(keys.myChats(), (old) =>
    old?.map((chat) => (chat.mint === mint && chat.read ? { ...chat, read: later(chat.read) } : chat)),
  );
};

/** Applies frames about chats to the cache: the list's newest messages and unread counts, settings, who is present. */
export const applyChatFrame = (cache: QueryClient, frame: ServerFrame): void => {
  const me = cache.getQueryData<LocalUser>(keys.localUser())?.uid ?? null;
  peopleNow.set((all) => peopleAfterFrame(all, frame, Date.now()));
  switch (frame.type) {
    case "message": {
      const { message } = frame;
      cache.setQueryData<MyChats>(keys.myChats(), (old) => old && chatsAfterMessage(old, message, me));
      cache.setQueryData<Room>(keys.room(message.mint), (old) => old && roomAfterMessage(old, message, me));
      return;
    }
    case "change":
      applyChange(cache, frame, me);
      return;
    case "read":
      noteRead(cache, frame.mint, frame.read);
      return;
    case "reload":
      void refreshAfter(cache, { kind: "messagesMissed", mint: frame.mint });
      return;
    default:
      return;
  }
};
