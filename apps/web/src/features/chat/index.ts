export {
  ChatList,
  ChatPreview,
  ChatRoom,
  LastRead,
  MembersList,
  PinnedPreview,
} from "./parts.ts";
