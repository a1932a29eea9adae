import type { Mint } from "@tribe/contract";
import { EmptyState, Spinner } from "@tribe/ui";
import { Flame } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { wordsOf } from "../../shared/errors.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useStore } from "../../shared/store.ts";
import { toast } from "../../shared/toast.ts";
import { type ChatLine, type ChatLog, chatLines } from "./chat-log.ts";
import { MessageBubble, OutgoingBubble } from "./MessageBubble.tsx";
import { outbox } from "./outbox.ts";
import { loadOlder } from "./queries.ts";

const lineKey = (line: ChatLine): string => (line.kind === "message" ? line.message.clientId : line.outgoing.clientId);

const Edge = () => <div className="h-3" />;
const edges = { Header: Edge, Footer: Edge };

/** The messages, drawn only as far as they are seen; stays at the end while the person is there. */
export const MessageList = ({ mint, log }: { mint: Mint; log: ChatLog }) => {
  const user = useLocalUser();
  const all = useStore(outbox);
  const list = useRef<VirtuosoHandle>(null);
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  const lines = useMemo(
    () =>
      chatLines(
        log,
        all.filter((entry) => entry.mint === mint),
      ),
    [log, all, mint],
  );
  if (lines.length === 0)
    return (
      <div className="flex-1">
        <EmptyState icon={<Flame size={24} />} title="Nobody has spoken yet" message="Say the first word." />
      </div>
    );
  const older = async () => {
    if (!log.hasMore || isLoadingOlder) return;
    setIsLoadingOlder(true);
    try {
      await loadOlder(mint);
    } catch (error) {
      toast.error(wordsOf(error).title);
    } finally {
      setIsLoadingOlder(false);
    }
  };
  return (
    <div role="log" aria-label="Messages" aria-live="polite" className="relative min-h-0 flex-1">
      {isLoadingOlder ? (
        <div className="absolute inset-x-0 top-2 z-10 text-center text-muted">
          <Spinner label="Loading older messages" />
        </div>
      ) : null}
      <Virtuoso
        ref={list}
        data={lines}
        className="h-full"
        tabIndex={0}
        // Sequence numbers have no gap, so the first one keeps the place while older messages are put before it.
        firstItemIndex={log.messages[0]?.seq ?? 1}
        initialTopMostItemIndex={lines.length - 1}
        alignToBottom
        followOutput={(isAtBottom) => (isAtBottom || lines.at(-1)?.kind === "outgoing" ? "auto" : false)}
        startReached={() => void older()}
        computeItemKey={(_, line) => lineKey(line)}
        increaseViewportBy={400}
        itemContent={(_, line) =>
          line.kind === "message" ? (
            <MessageBubble
              message={line.message}
              isOwn={line.message.author.uid === user?.uid}
              isFirstOfAuthor={line.isFirstOfAuthor}
            />
          ) : (
            <OutgoingBubble outgoing={line.outgoing} />
          )
        }
        components={edges}
      />
    </div>
  );
};
