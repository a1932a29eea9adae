import { ApiError, type ChatMessage, previewMessages, routes } from "@tribe/contract";
import { quotedText } from "@tribe/domain/markup";
import { query } from "../../../http/implement.ts";
import { findChannel, membershipOf } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { presentMessages } from "../present.ts";
import { findMessage, pageOf } from "../store/log.ts";

/** The last messages and the pinned one, for visitors. A person who is blocked and signed in gets none. */
export const preview = query(routes.chat.preview, async ({ tx, query, session }) => {
  const { mint } = query;
  const channel = await findChannel(tx, mint);
  if (!channel) throw new ApiError("not_found");
  if (!channel.hasPreview) return { isOpen: false, messages: [] };
  const person = session && (await callerOf(tx, session.uid));
  if ((await membershipOf(tx, mint, person)) === "banned") throw new ApiError("banned");
  const { rows } = await pageOf(tx, mint, {}, previewMessages);
  const row = channel.pinnedId ? await findMessage(tx, mint, channel.pinnedId) : null;
  const [pinned] = row ? await presentMessages(tx, [row], null) : [];
  const messages = await presentMessages(tx, rows, null);
  return {
    isOpen: true,
    // Files and reactions are for members.
    messages: messages.map((message) => ({ ...message, attachments: [], reactions: [] })),
    ...(pinned && { pinned: shortOf(pinned) }),
  };
});

const shortOf = ({ author, type, text, sentAt }: ChatMessage) => ({ author, type, text: quotedText(text), sentAt });
