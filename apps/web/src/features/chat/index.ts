export {
  ChatList,
  ChatPreview,
  ChatRoom,
  LastRead,
  MembersList,
} from "./parts.ts";
