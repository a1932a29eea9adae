import { ApiError, type ChatMessage, previewMessages, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { findChannel, membershipOf } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { presentMessages } from "../present.ts";
import { findMessage, pageOf } from "../store/log.ts";

/** Files and reactions are for members. */
const textOf = (message: ChatMessage): ChatMessage => ({ ...message, attachments: [], reactions: [] });

/** The last messages and the pinned one, for visitors. A person who is blocked and signed in gets none. */
export const preview = query(routes.chat.preview, async ({ tx, query, session }) => {
  const { mint } = query;
  const channel = await findChannel(tx, mint);
  if (!channel) throw new ApiError("not_found");
  if (!channel.hasPreview) return { isOpen: false, messages: [] };
  const person = session && (await callerOf(tx, session.uid));
  if ((await membershipOf(tx, mint, person)) === "banned") throw new ApiError("banned");
  const { rows } = await pageOf(tx, mint, {}, previewMessages);
  const pinnedRow = channel.pinnedId ? await findMessage(tx, mint, channel.pinnedId) : null;
  const messages = await presentMessages(tx, rows, null);
  const [pinned = null] = pinnedRow ? await presentMessages(tx, [pinnedRow], null) : [];
  return { isOpen: true, messages: messages.map(textOf), pinned: pinned && textOf(pinned) };
});
