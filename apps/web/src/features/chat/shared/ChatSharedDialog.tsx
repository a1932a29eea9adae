import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ChatMessage, routes, type SharedKind } from "@tribe/contract";
import { Button, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { File as FileIcon, Link2, Paperclip } from "@tribe/ui/icons";
import { Tabs } from "@tribe/ui/tabs";
import { type ReactNode, useState } from "react";
import { api } from "../../../shared/api/api.ts";
import { QueryError } from "../../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { useBlockedUids } from "../../../shared/people/blocks.ts";
import { keys } from "../../../shared/queries/keys.ts";
import { showMessage } from "../show-message.ts";
import { FilesList, LinksList, MediaGrid } from "./SharedLists.tsx";

const tabs: readonly { readonly value: SharedKind; readonly label: string; readonly none: string }[] = [
  { value: "media", label: "Media", none: "No pictures or videos yet" },
  { value: "files", label: "Files", none: "No files yet" },
  { value: "links", label: "Links", none: "No links yet" },
];
const icons: Readonly<Record<SharedKind, ReactNode>> = {
  media: <Paperclip size={24} />,
  files: <FileIcon size={24} />,
  links: <Link2 size={24} />,
};
const lists = { media: MediaGrid, files: FilesList, links: LinksList } as const;

/** What was sent in a chat besides words, the newest first. Each leads to its message. */
export const ChatSharedDialog = ({ mint }: DialogPropsByName["chatShared"]) => {
  const close = useCloseThisDialog();
  const navigate = useNavigate();
  const [kind, setKind] = useState<SharedKind>("media");
  const shared = useInfiniteQuery({
    queryKey: keys.chatShared(mint, kind),
    queryFn: ({ pageParam, signal }) =>
      api(routes.chat.shared, {
        query: { mint, kind, limit: 30, ...(pageParam === null ? {} : { beforeSeq: pageParam }) },
        signal,
      }),
    initialPageParam: null as ChatMessage["seq"] | null, // the first page has no place to go on from
    getNextPageParam: (page) => page.nextBeforeSeq,
  });
  const blocked = useBlockedUids();
  const found = (shared.data?.pages.flatMap(({ messages }) => messages) ?? []).filter(
    ({ author }) => !blocked.has(author.uid),
  );
  const show = async (message: ChatMessage) => {
    close();
    // On a phone the messages may not be the tab that is shown.
    await navigate({ to: "/chat/$mint", params: { mint }, replace: true });
    showMessage.show(mint, message);
  };
  const List = lists[kind];
  return (
    <DialogFrame title="Shared here">
      <Tabs label="Shared here" value={kind} onChange={setKind} options={tabs} panelClassName="min-h-72 pt-3">
        {shared.error ? (
          <QueryError error={shared.error} onRetry={() => void shared.refetch()} />
        ) : !shared.data ? (
          <Loading label="Loading what was shared">
            <Skeleton className="h-28" />
          </Loading>
        ) : found.length === 0 && !shared.hasNextPage ? (
          <EmptyState icon={icons[kind]} title={tabs.find(({ value }) => value === kind)?.none ?? ""} />
        ) : (
          <List messages={found} onShow={(message) => void show(message)} />
        )}
        {shared.hasNextPage ? (
          <Button
            className="mt-2 w-full"
            busy={shared.isFetchingNextPage}
            onClick={() => void shared.fetchNextPage({ cancelRefetch: false })}
          >
            Show more
          </Button>
        ) : null}
      </Tabs>
    </DialogFrame>
  );
};
