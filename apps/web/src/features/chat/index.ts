import { lazy } from "react";
import { part } from "../../shared/navigation/part.ts";

export { ChatList } from "./ChatList.tsx";
export { MembersList } from "./members/MembersList.tsx";

/** The messages come with a list that draws only what is seen: for those inside. */
export const ChatRoom = lazy(part(() => import("./ChatRoom.tsx").then((m) => ({ default: m.ChatRoom }))));
/** What a visitor may see of them. */
export const ChatPreview = lazy(part(() => import("./ChatPreview.tsx").then((m) => ({ default: m.ChatPreview }))));
