import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";
import { loadPendingSends } from "./load-pending-sends.ts";

/** The messages, for members; the pending sends are loaded with them. */
export const loadChatRoom = part(async () => {
  const [{ ChatRoom: page }] = await Promise.all([import("./ChatRoom.tsx"), loadPendingSends()]);
  return { default: page };
});
export const ChatRoom = lazy(loadChatRoom);
/** The preview for visitors. */
export const ChatPreview = lazy(part(() => import("./ChatPreview.tsx").then((m) => ({ default: m.ChatPreview }))));
/** The messages that a person could read before they lost their seat. */
export const LastRead = lazy(part(() => import("./ChatPreview.tsx").then((m) => ({ default: m.LastRead }))));

export const loadChatList = part(() => import("./ChatList.tsx").then((m) => ({ default: m.ChatList })));
export const ChatList = lazy(loadChatList);

export const loadMembersList = part(() =>
  import("./members/MembersList.tsx").then((m) => ({ default: m.MembersList })),
);
export const MembersList = lazy(loadMembersList);
