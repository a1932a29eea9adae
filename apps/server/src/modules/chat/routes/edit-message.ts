import { ApiError, type ChatChange, editWindowSeconds, routes } from "@tribe/contract";
import { isEmptyText } from "@tribe/domain/chat";
import { linksIn } from "@tribe/domain/links";
import { and, eq } from "drizzle-orm";
import { saga } from "../../../http/implement.ts";
import { appendChanges } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { serializeByChannel } from "../channel-order.ts";
import { askForPreviews, previewedLink } from "../link-previews/link-preview-job.ts";
import { lockMessage, requireUndeleted } from "../lock-message.ts";
import { presentMessages } from "../present.ts";
import { messages } from "../schema.ts";
import { accessKey, rangesWithin, strangersAmong } from "../sending/mentions.ts";
import { takeNewcomersLink } from "../sending/newcomers-link.ts";

/** Changes the text of the caller's own message. If it has that text already, nothing changes. */
export const editMessage = saga(routes.chat.editMessage, async ({ ctx, body, session, commit }) => {
  const person = await callerOf(ctx, ctx.db, session.uid);
  const { mint, messageId } = body;
  const { people } = ctx.ports;
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
      const addsLink = linksIn(text).length > 0 && linksIn(row.text).length === 0;
      const [link, before] = [previewedLink(text), previewedLink(row.text)];
      if (addsLink && state !== "chief") await takeNewcomersLink(tx, { mint, uid: person.uid }, now);
      const strangers = await strangersAmong(tx, [{ mint, mentions: body.mentions ?? [] }]);
      const mentions = rangesWithin(text, body.mentions ?? []).filter(
        ({ uid }) => !strangers.has(accessKey(mint, uid)),
      );
      const editedAt = new Date(now);
      const linkPreview = link?.href === before?.href ? row.linkPreview : null;
      const edited = { ...row, text, mentions, editedAt, linkPreview };
      await tx
        .update(messages)
        .set({ text, mentions, editedAt, linkPreview })
        .where(and(eq(messages.mint, mint), eq(messages.number, row.number)));
      const [shown] = await presentMessages(people, tx, [edited], person.uid);
      if (!shown) throw new ApiError("not_found");
      const changes: ChatChange[] = [
        { kind: "edited", messageId, text, mentions: shown.mentions, editedAt: editedAt.getTime() },
      ];
      if (row.linkPreview && !linkPreview) changes.push({ kind: "linkPreview", messageId, linkPreview: null });
      await appendChanges(tx, mint, changes);
      if (link?.href !== before?.href) await askForPreviews(ctx, tx, [edited]);
      return shown;
    }),
  );
  return { message };
});
