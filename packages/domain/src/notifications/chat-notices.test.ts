import { notificationTypes } from "@tribe/contract";
import { expect, test } from "vitest";
import { chatNoticeTypes, isChatNotice } from "./chat-notices.ts";

test("notices of a chat's content need the seat; a lost seat, a new Tribe, an airdrop and news do not", () => {
  expect(chatNoticeTypes()).toEqual(["chat_new_message", "chat_reply", "chat_reaction"]);
  expect(notificationTypes.filter((type) => isChatNotice({ type }))).toEqual(chatNoticeTypes());
});
