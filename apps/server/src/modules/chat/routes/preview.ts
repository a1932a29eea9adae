import { ApiError, previewMessages, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { findChannel, membershipOf } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { presentMessages } from "../present.ts";
import { pageOf } from "../store/log.ts";

/** The last messages, for visitors. A person who is blocked and signed in gets none. */
export const preview = query(routes.chat.preview, async ({ tx, query, session }) => {
  const { mint } = query;
  const channel = await findChannel(tx, mint);
  if (!channel) throw new ApiError("not_found");
  if (!channel.hasPreview) return { isOpen: false, messages: [] };
  const person = session && (await callerOf(tx, session.uid));
  if ((await membershipOf(tx, mint, person)) === "banned") throw new ApiError("banned");
  const { rows } = await pageOf(tx, mint, {}, previewMessages);
  const messages = await presentMessages(tx, rows, null);
  return { isOpen: true, messages: messages.map((message) => ({ ...message, attachments: [], reactions: [] })) };
});
