import { lazy } from "react";

export { ChatList } from "./ChatList.tsx";
export { MembersList } from "./MembersList.tsx";

/** The messages come with a list that draws only what is seen: for those inside. */
export const ChatRoom = lazy(() => import("./ChatRoom.tsx").then((m) => ({ default: m.ChatRoom })));
