import type { LinkPreview, Mint } from "@tribe/contract";
import { shownLinks } from "@tribe/domain/markup";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import { appendChanges, lockChannel } from "../../membership/index.ts";
import { fetchPublic, proxiedPicture } from "../../social/index.ts";
import type { MessageRow } from "../schema.ts";
import { storeLinkPreview } from "../store/change-message.ts";
import { findFetchedPreview, storeFetchedPreview } from "../store/link-previews.ts";
import { findByNumber } from "../store/log.ts";
import { pageText } from "./page-text.ts";
import { readPageFacts } from "./read-link-preview.ts";

declare module "../../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Fetches the page that a message links to, for its preview. */
    "chat.linkPreview": { readonly mint: Mint; readonly number: number; readonly url: string };
  }
}

const limits = { accept: "text/html", maxBytes: 512_000, whenLonger: "cut", timeoutMs: 8_000 } as const;
const reusedForMs = 86_400_000;

/** The link of a text that gets a preview: not one in code, nor one in a spoiler, which the preview would give away. One that is written without a scheme is fetched by `https`. */
export const previewedLink = (text: string): URL | undefined =>
  shownLinks(text)
    .map((link) => (/^https?:/iu.test(link.text) ? link.url : new URL(link.url.href.replace(/^http:/u, "https:"))))
    .find(({ href }) => href.length <= 2_000);

/** Queues fetching the preview of each message's first link. */
export const askForPreviews = async (
  { jobs }: Pick<AppContext, "jobs">,
  tx: Executor,
  rows: readonly Pick<MessageRow, "mint" | "number" | "text" | "isPreviewRemoved">[],
): Promise<void> => {
  for (const { mint, number, text, isPreviewRemoved } of rows) {
    const link = isPreviewRemoved ? undefined : previewedLink(text);
    if (!link) continue;
    const payload = { mint, number, url: link.href };
    await jobs.add(tx, "chat.linkPreview", payload, { key: `preview ${mint} ${number}`, maxAttempts: 3 });
  }
};

/** Fetches a preview and adds it to its message, unless that was deleted or edited, or its preview removed meanwhile. */
export const linkPreviewJob = defineJob({
  name: "chat.linkPreview",
  handler:
    (ctx) =>
    async ({ mint, number, url }) => {
      const linkPreview = await previewOf(ctx, new URL(url));
      if (!linkPreview) return;
      await ctx.db.transaction(async (tx) => {
        await lockChannel(tx, mint);
        const row = await findByNumber(tx, mint, number);
        if (!row || row.deletedAt || row.isPreviewRemoved || previewedLink(row.text)?.href !== url) return;
        await storeLinkPreview(tx, row, linkPreview);
        await appendChanges(tx, mint, [{ kind: "linkPreview", messageId: row.id, linkPreview }]);
      });
    },
});

const previewOf = async (ctx: AppContext, url: URL): Promise<LinkPreview | null> => {
  const since = new Date(ctx.now() - reusedForMs);
  const fetched = await findFetchedPreview(ctx.db, url.href, since);
  if (fetched !== undefined) return fetched;
  const preview = await fetchPreview(ctx, url);
  await storeFetchedPreview(ctx.db, { url: url.href, preview, fetchedAt: new Date(ctx.now()) });
  return preview;
};

/** Null for any failure: a page that does not answer has no preview, and the link stays in the message. */
const fetchPreview = async (ctx: AppContext, url: URL): Promise<LinkPreview | null> => {
  try {
    const trustedOrigin = new URL(ctx.config.x.apiUrl).origin;
    const answer = await fetchPublic(url, { ...limits, trustedOrigin });
    if (!answer.contentType.startsWith("text/html")) return null;
    const facts = readPageFacts(pageText(answer.bytes, answer.contentType), answer.url);
    if (!facts) return null;
    const { picture, ...words } = facts;
    return { url: url.href, ...words, picture: picture && proxiedPicture(ctx, picture.href) };
  } catch (err) {
    ctx.log.info({ err, host: url.host }, "a linked page gave no preview");
    return null;
  }
};
