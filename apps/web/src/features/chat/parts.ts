import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";
import { loadPendingSends } from "./load-pending-sends.ts";

/** The messages, for those inside; what they send goes through its pending sends. */
export const loadChatRoom = part(async () => {
  const [{ ChatRoom: page }] = await Promise.all([import("./ChatRoom.tsx"), loadPendingSends()]);
  return { default: page };
});
export const ChatRoom = lazy(loadChatRoom);
/** What a visitor may see of them. */
export const ChatPreview = lazy(part(() => import("./ChatPreview.tsx").then((m) => ({ default: m.ChatPreview }))));
/** What somebody could read of them before they lost their seat. */
export const LastRead = lazy(part(() => import("./ChatPreview.tsx").then((m) => ({ default: m.LastRead }))));

export const loadChatList = part(() => import("./ChatList.tsx").then((m) => ({ default: m.ChatList })));
export const ChatList = lazy(loadChatList);

export const loadMembersList = part(() =>
  import("./members/MembersList.tsx").then((m) => ({ default: m.MembersList })),
);
export const MembersList = lazy(loadMembersList);
