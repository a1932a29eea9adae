import { lazy } from "react";

export { ChatList } from "./ChatList.tsx";
export { MembersList } from "./members/MembersList.tsx";

/** The messages come with a list that draws only what is seen: for those inside. */
export const ChatRoom = lazy(() => import("./ChatRoom.tsx").then((m) => ({ default: m.ChatRoom })));
/** What a visitor may see of them. */
export const ChatPreview = lazy(() => import("./ChatPreview.tsx").then((m) => ({ default: m.ChatPreview })));
