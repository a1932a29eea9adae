export {
  ChatList,
  ChatPreview,
  ChatRoom,
  MembersList,
} from "./parts.ts";
