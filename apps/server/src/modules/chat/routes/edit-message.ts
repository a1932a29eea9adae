import { ApiError, type ChatChange, editWindowSeconds, routes } from "@tribe/contract";
import { isEmptyText } from "@tribe/domain/chat";
import { messageLinks, quotedText } from "@tribe/domain/markup";
import { saga } from "../../../http/implement.ts";
import { appendChanges } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { serializeByChannel } from "../channel-order.ts";
import { askForPreviews, previewedLink } from "../link-previews/link-preview-job.ts";
import { lockMessage, requireUndeleted } from "../lock-message.ts";
import { presentMessages } from "../present.ts";
import { mentionsOf } from "../rules/mentions.ts";
import { countNewcomersLink } from "../sending/newcomers-link.ts";
import { strangersAmong } from "../sending/strangers.ts";
import { storeEdit } from "../store/change-message.ts";

/** Changes the text of the caller's own message. If it has that text already, nothing changes. */
export const editMessage = saga(routes.chat.editMessage, async ({ ctx, body, session, commit }) => {
  const person = await callerOf(ctx.db, session.uid);
  const { mint, messageId } = body;
  const message = await serializeByChannel(mint, () =>
    commit(async (tx) => {
      const { row, state } = await lockMessage(tx, body, person);
      if (row.authorUid !== person.uid) throw new ApiError("forbidden");
      requireUndeleted(row);
      const now = ctx.now();
      if (now - row.sentAt.getTime() > editWindowSeconds * 1_000) throw new ApiError("edit_expired");
      const text = isEmptyText(body.text) ? "" : body.text;
      if (text === "" && row.attachments.length === 0) throw new ApiError("message_empty");
      // An edit must keep the rules for newcomers, too.
      const addsLink = messageLinks(text).length > 0 && messageLinks(row.text).length === 0;
      const [link, before] = [previewedLink(text), previewedLink(row.text)];
      if (addsLink && state !== "chief") await countNewcomersLink(tx, { mint, uid: person.uid }, now);
      const mentioned = { mint, text, mentions: body.mentions ?? [] };
      const mentions = mentionsOf(mentioned, await strangersAmong(tx, [mentioned]));
      const editedAt = new Date(now);
      const linkPreview = link?.href === before?.href ? row.linkPreview : null;
      const edited = { ...row, text, mentions, editedAt, linkPreview };
      await storeEdit(tx, row, { text, mentions, editedAt, linkPreview });
      const [shown] = await presentMessages(tx, [edited], person.uid);
      if (!shown) throw new ApiError("not_found");
      const changes: ChatChange[] = [
        {
          ...{ kind: "edited", messageId, text, quote: quotedText(text) },
          ...{ mentions: shown.mentions, editedAt: editedAt.getTime() },
        },
      ];
      if (row.linkPreview && !linkPreview) changes.push({ kind: "linkPreview", messageId, linkPreview: null });
      await appendChanges(tx, mint, changes);
      if (link?.href !== before?.href) await askForPreviews(ctx, tx, [edited]);
      return shown;
    }),
  );
  return { message };
});
