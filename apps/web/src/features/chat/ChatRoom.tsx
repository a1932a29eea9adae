import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { MessageId, Mint, Seq, TokenProfile } from "@tribe/contract";
import { useEffect, useMemo, useState } from "react";
import { wordsOf } from "../../shared/api/errors.ts";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { ComposerLoading, MessagesLoading } from "../../shared/loading/MessagesLoading.tsx";
import { useShownRoute } from "../../shared/navigation/shown-routes.ts";
import { toast } from "../../shared/notices/toast.ts";
import { useBlockedUids } from "../../shared/people/blocks.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { keys } from "../../shared/queries/keys.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { realtime } from "../../shared/realtime/connection.ts";
import { useServerFrames } from "../../shared/realtime/hooks.ts";
import { DropZone, returnFiles } from "../media/index.ts";
import { messageOf } from "./chat-search.ts";
import { Composer } from "./composer/Composer.tsx";
import { TypingLine } from "./composer/TypingLine.tsx";
import { type ComposerTask, newMessage } from "./composer/task.ts";
import type { ReturnedMessage } from "./composer/use-composer.ts";
import { type ChatLog, eventOf, logAfterEvent } from "./log/chat-log.ts";
import { MessageList } from "./messages/MessageList.tsx";
import { PinnedBar } from "./messages/PinnedBar.tsx";
import { pendingSends } from "./pending-sends.ts";
import {
  knownMessage,
  liveNotesQuery,
  loadDate,
  loadPart,
  messagesQuery,
  ownUid,
  roomQuery,
  seatNotesQuery,
} from "./queries.ts";
import { type RoomParts, RoomProvider } from "./room-context.ts";
import { showMessage } from "./show-message.ts";

/** Applies a chat's frames to its log while its room is shown. */
const useLiveLog = (mint: Mint, isLoaded: boolean): void => {
  const cache = useQueryClient();
  useServerFrames((frame) => {
    const event = eventOf(frame, mint);
    if (!event) return;
    cache.setQueryData<ChatLog>(keys.messages(mint), (log) => log && logAfterEvent(log, event, ownUid(cache)));
  });
  useEffect(() => {
    if (!isLoaded) return;
    const log = cache.getQueryData<ChatLog>(keys.messages(mint));
    realtime().openChat(mint, log?.headSeq ?? null, "room");
    return () => realtime().closeChat(mint, "room");
  }, [isLoaded, mint, cache]);
};

/** The messages of a Tribe and the composer. */
export const ChatRoom = ({
  token: { mint, name, subscribeState },
  isAside,
  isUnsure,
  onReading,
  pinSlot,
}: {
  token: TokenProfile;
  /** Whether something beside it has the screen's main button. */
  isAside: boolean;
  /** Whether the person's seat is still being checked. */
  isUnsure: boolean;
  onReading: () => void;
  /** Where the pinned message is shown instead of above the messages. */
  pinSlot: HTMLElement | null;
}) => {
  const user = useLocalUser();
  const me = user?.uid ?? null;
  const isChief = subscribeState === "chief";
  const messages = useQuery(messagesQuery(mint));
  const room = useQuery(roomQuery(mint));
  const blocked = useBlockedUids();
  const [task, setTask] = useState<ComposerTask>(newMessage);
  const [isRecording, setRecording] = useState(false);
  const [returned, setReturned] = useState<ReturnedMessage | null>(null);
  const [found, setFound] = useState<MessageId | null>(null);
  const isLoaded = messages.data !== undefined;
  // Notes about seats and lives stand between the messages: loaded later, they would move the text.
  const notes = [useQuery(seatNotesQuery(mint)), useQuery(liveNotesQuery(mint))];
  const isWhole = !notes.some((question) => question.data === undefined && isAwaited(question));
  // A stored empty log may be outdated.
  const isEmptyThen = messages.data?.messages.length === 0 && isAwaited(messages);
  const [wasAwaited] = useState(!isLoaded);
  useLiveLog(mint, isLoaded);
  useShownRoute(`/chat/${mint}`);

  const parts = useMemo((): RoomParts => {
    const jump = async ({ id, seq }: { id: MessageId; seq: Seq }) => {
      setFound(null);
      if (!knownMessage(mint, id)) await loadPart(mint, seq);
      setFound(id);
    };
    return {
      mint,
      name,
      me,
      isChief,
      blocked,
      reply: (message) => setTask({ kind: "reply", message }),
      edit: (message) => setTask({ kind: "edit", message }),
      withdraw: (outgoing) => {
        const { clientId, text, replyTo } = outgoing.frame;
        if (!returnFiles(mint, clientId)) return;
        pendingSends().withdraw(outgoing);
        setReturned({ text, replyTo: (replyTo && knownMessage(mint, replyTo)) || null });
      },
      record: () => setRecording(true),
      onReading,
      jumpToDate: (time) =>
        void loadDate(mint, time).then(
          (target) => target && setFound(target),
          (error: unknown) => toast.error(wordsOf(error).title),
        ),
      jump: (target) => void jump(target).catch((error: unknown) => toast.error(wordsOf(error).title)),
    };
  }, [mint, name, me, isChief, blocked, onReading]);
  useEffect(() => showMessage.listen(mint, parts.jump), [mint, parts.jump]);
  const { message: asked } = useSearch({ strict: false });
  // A notification leads to one message, on opening and while the room is open.
  useEffect(() => {
    const target = messageOf({ ...(asked ? { message: asked } : {}) });
    if (target && isLoaded) parts.jump(target);
  }, [asked, isLoaded, parts.jump]);

  const error = isUnsure ? null : (messages.error ?? room.error);
  return (
    <RoomProvider value={parts}>
      <DropZone mint={mint}>
        {room.data?.pinned ? <PinnedBar message={room.data.pinned} slot={pinSlot} /> : null}
        {messages.data && isWhole && !isEmptyThen ? (
          <MessageList mint={mint} log={messages.data} found={found} className={wasAwaited ? "animate-appear" : ""} />
        ) : error ? (
          // The text may be taller than the room that a phone has below the ring: the composer keeps its place.
          <div className="min-h-0 flex-1 overflow-y-auto">
            <QueryError
              isPart={isAside}
              error={error}
              onRetry={() => void Promise.all([room.refetch(), messages.refetch()])}
            />
          </div>
        ) : (
          // The composer is at the bottom from the beginning.
          <MessagesLoading />
        )}
        <TypingLine mint={mint} me={me} />
        {/* The stored state may be outdated: without a seat, or with read access only, there is no composer. */}
        {isUnsure || (isAwaited(room) && !isChief) ? (
          <ComposerLoading />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that something in it has the focus
          <div className="contents" onFocus={onReading}>
            <Composer
              room={room.data ?? null}
              task={task}
              onTask={setTask}
              isRecording={isRecording}
              onRecordingEnd={() => setRecording(false)}
              returned={returned}
              onSent={() => {
                setTask(newMessage);
                if (messages.data?.hasNewer) void loadPart(mint, null).catch(() => undefined); // it is in the history in any case
              }}
              lastOwn={() =>
                messages.data?.messages.findLast(
                  (message) => message.author.uid === me && message.deletedAt === null,
                ) ?? null
              }
            />
          </div>
        )}
      </DropZone>
    </RoomProvider>
  );
};
