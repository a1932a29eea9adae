import { useQuery } from "@tanstack/react-query";
import type { ChatMessage, Mint } from "@tribe/contract";
import { Spinner } from "@tribe/ui";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { wordsOf } from "../../../shared/api/errors.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { historyQuery } from "../../../shared/queries/history.ts";
import { type KnownPerson, subscribersQuery, usePeopleOf, useToken } from "../../../shared/queries/token.ts";
import { realtimeStatus } from "../../../shared/realtime/connection.ts";
import { useStore } from "../../../shared/state/store.ts";
import { useIsOnline } from "../../../shared/state/use-online.ts";
import { seatsOf } from "../../../shared/tokens/tribe-seats.ts";
import { type ChatLine, chatLines } from "../log/chat-lines.ts";
import type { ChatLog } from "../log/chat-log.ts";
import { firstUnreadOf, isLoadedToUnread, openingPosition } from "../log/opening-position.ts";
import { pendingSends } from "../pending-sends.ts";
import { liveNotesQuery, loadNewer, loadOlder, loadPart, seatNotesQuery } from "../queries.ts";
import { useRoomParts } from "../room-context.ts";
import { EmptyRoom } from "./EmptyRoom.tsx";
import { lineKey } from "./hold/held-view.ts";
import { useHold } from "./hold/use-hold.ts";
import { MessageRow } from "./MessageRow.tsx";
import { NewMessages } from "./NewMessages.tsx";
import { BetweenLines } from "./notes/BetweenLines.tsx";
import { UnreadRule } from "./notes/ChatNotes.tsx";
import { DayRule } from "./notes/DayRule.tsx";
import { OutgoingRow } from "./OutgoingRow.tsx";
import { ToMention } from "./ToMention.tsx";
import { ToNewest } from "./ToNewest.tsx";
import { lineOf, useMessageKeys } from "./use-message-keys.ts";
import { useMarkRead, useReading } from "./use-reading.ts";
import { useScrollToFound } from "./use-scroll-to-found.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

const Edge = () => <div data-edge className="h-5" />;
const edges = { Header: Edge, Footer: Edge };

const quietly = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => toast.error(wordsOf(error).title));

/** Whether a line consists of trades only. */
const isTrades = (line: ChatLine): boolean =>
  line.kind === "since" && line.between.seats.length === 0 && line.between.lives.length === 0;

/** The scroll position of the first unread message: the rule above it and the last read line stay visible. */
const asUnread = { align: "start", offset: -64 } as const;

/**
 * How the chat was opened: where it was drawn first, or anew at the first unread message when the server had reported it. Not yet
 * while that is awaited.
 */
interface Opened {
  readonly kind: "notYet" | "asDrawn" | "anew";
  /** The first unread message at which it was opened, until another position is shown. */
  readonly unread: ChatMessage["id"] | null;
}

/** The virtualised list of messages; it sticks to the end while the person is there. */
export const MessageList = ({
  mint,
  log,
  found,
  className,
}: {
  mint: Mint;
  log: ChatLog;
  /** The message to scroll to and highlight, such as from a link. */
  found: ChatMessage["id"] | null;
  className: string;
}) => {
  const { me, blocked, onReading } = useRoomParts();
  const isLive = useStore(realtimeStatus) === "live";
  const isConnected = useIsOnline() && isLive;
  const all = useStore(pendingSends().waiting);
  const { data: token } = useToken(mint);
  const { data: history } = useQuery(historyQuery(mint));
  const { data: members } = useQuery(subscribersQuery(mint));
  const { data: seatNotes } = useQuery(seatNotesQuery(mint));
  const { data: lives } = useQuery(liveNotesQuery(mint));
  const list = useRef<VirtuosoHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState<"older" | "newer" | null>(null);
  const now = useMemo(
    () => ({
      part: log.part,
      // Messages are numbered without a gap, so the first one's number keeps the scroll position when older ones are prepended.
      first: log.messages[0]?.number ?? 1,
      lines: chatLines(
        log,
        all.filter(({ frame }) => frame.mint === mint),
        {
          ...(history ? { trades: history.trades } : {}),
          ...(seatNotes ? { seats: seatNotes } : {}),
          ...(lives ? { lives } : {}),
        },
        me,
      ),
    }),
    [log, all, mint, history, seatNotes, lives, me],
  );
  const { view, isHeld, listeners, hold } = useHold(now);
  const { lines } = view;
  const indexOf = (message: ChatMessage["id"] | null) =>
    message === null ? -1 : lineOf(lines, ({ id }) => id === message);
  const keys = useMessageKeys(lines, list, place);
  const isBehind = isHeld && lines.length < now.lines.length;
  const last = lines.at(-1);
  const isSending = last?.kind === "outgoing";
  /** The newest own message to which the list has scrolled: its files may be on their way for minutes. */
  const followed = useRef("");
  const reading = useReading(mint);
  const own = { me, blocked, isSending };
  const firstUnread = firstUnreadOf(log, reading, own);
  const position = openingPosition(log, reading, found, own);
  const positionAt = position.kind === "end" ? -1 : indexOf(position.id);
  const foundAt = indexOf(found);

  // Not if there is another message to scroll to.
  const unread = position.kind === "unread" && positionAt >= 0 && found === null ? position.id : null;
  const isLoaded = isLoadedToUnread(log, reading);
  const [opened, setOpened] = useState<Opened>(
    isLoaded ? { kind: "asDrawn", unread } : { kind: "notYet", unread: null },
  );
  const isOpened = opened.kind !== "notYet";
  const leaveOpening = () => setOpened({ ...opened, unread: null });
  // An own new message scrolls to the end.
  if (opened.unread !== null && (found !== null || isSending)) leaveOpening();
  const openedAt = indexOf(opened.unread);
  const keptAt = openedAt >= 0 ? { index: openedAt, ...asUnread } : { index: foundAt, align: "center" as const };
  // `isAtEnd` is null before the first render of the list: until then messages below count as unread.
  const {
    isAtEnd,
    leaveEnd,
    leaveKept,
    release,
    list: stick,
  } = useStickToEnd(list, {
    hasEnd: !log.hasNewer,
    opensAtEnd: position.kind === "end",
    kept: keptAt.index < 0 || isSending ? null : keptAt,
    isHeld: isHeld || (isConnected && !isOpened),
    onUp: onReading,
  });
  useScrollToFound(list, foundAt < 0 ? null : `${found} ${log.part}`, foundAt, release);
  useMarkRead(mint, log, reading, isAtEnd === true && isOpened && !isBehind);
  const open = useEffectEvent(() =>
    // Not if the person has scrolled already.
    setOpened(unread !== null && leaveEnd() ? { kind: "anew", unread } : { kind: "asDrawn", unread: null }),
  );
  useEffect(() => {
    if (!isOpened && isLoaded) open();
  }, [isOpened, isLoaded]);
  const byUid = useMemo(() => {
    const { chief, seated } = seatsOf(members ?? [], token?.groupSize ?? 0);
    return new Map((chief ? [chief, ...seated] : seated).map((seat) => [seat.member.uid, seat]));
  }, [members, token?.groupSize]);
  const people = usePeopleOf(mint);
  const personByAddress = useMemo(
    () =>
      new Map<string, KnownPerson>([
        ...log.messages.map(({ author }) => [String(author.address), author] as const),
        ...people,
      ]),
    [log.messages, people],
  );

  const load = async (what: "older" | "newer") => {
    if (loading || !(what === "older" ? log.hasMore : log.hasNewer)) return;
    setLoading(what);
    await quietly(what === "older" ? loadOlder(mint) : loadNewer(mint));
    setLoading(null);
  };
  const toNewest = () => {
    leaveOpening();
    leaveKept();
    if (log.hasNewer) void quietly(loadPart(mint, null));
    else list.current?.scrollToIndex({ index: "LAST", align: "end" });
  };

  // Trades alone, such as the Chief's first buy, don't count: the chat still invites to write the first message.
  if (lines.every(isTrades)) return <EmptyRoom />;

  const draw = (line: ChatLine) => {
    switch (line.kind) {
      case "message": {
        const { message } = line;
        return (
          <>
            <BetweenLines between={line.between} {...{ token, personByAddress, me }} />
            {line.isFirstOfDay ? <DayRule at={message.sentAt} /> : null}
            {message.id === firstUnread ? <UnreadRule count={reading.count} /> : null}
            <MessageRow
              message={message}
              isFirstOfAuthor={line.isFirstOfAuthor || message.id === firstUnread}
              seat={byUid.get(message.author.uid) ?? null}
              isStop={message.id === keys.stop}
              isFound={message.id === found}
              onFocus={() => keys.setStop(message.id)}
              onHold={(isOpen) => hold(message.id, isOpen)}
            />
          </>
        );
      }
      case "since":
        return <BetweenLines between={line.between} {...{ token, personByAddress, me }} />;
      case "outgoing":
        return (
          <OutgoingRow
            outgoing={line.outgoing}
            isFirstOfAuthor={line.isFirstOfAuthor}
            replyTo={line.replyTo}
            seat={me === null ? null : (byUid.get(me) ?? null)}
            isConnected={isConnected}
          />
        );
    }
  };
  const opening =
    positionAt < 0
      ? ({ index: lines.length - 1, align: "end" } as const)
      : { index: positionAt, ...(position.kind === "found" ? ({ align: "center" } as const) : asUnread) };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler is for keys pressed in the messages inside
    <div ref={place} onKeyDown={keys.onKeyDown} className={`relative min-h-0 flex-1 ${className}`}>
      {loading === "older" ? (
        <div className="absolute inset-x-0 top-2 z-10 text-center text-muted">
          <Spinner label="Loading older messages" />
        </div>
      ) : null}
      <div role="log" aria-label="Messages" aria-live="off" {...listeners} className="h-full">
        <Virtuoso
          // A new key mounts the list at the unread messages: scrolling there would need the heights of lines not rendered yet.
          key={`${view.part} ${opened.kind === "anew"}`}
          ref={list}
          data={lines}
          // The list's edges are invisible, as browsers would count their moves as layout shifts while it finds its position.
          className="h-full [&_div:has(>[data-edge])]:invisible"
          // Focusable, because the message for Tab may not be rendered: then the arrow keys scroll the list.
          tabIndex={0}
          firstItemIndex={view.first}
          initialTopMostItemIndex={opening}
          alignToBottom
          followOutput={(isAtBottom) => {
            const isNew = isSending && followed.current !== lineKey(last);
            if (isSending) followed.current = lineKey(last);
            return !log.hasNewer && ((isAtBottom && isOpened) || isNew) ? "auto" : false;
          }}
          startReached={() => void load("older")}
          endReached={() => void load("newer")}
          {...stick}
          atBottomThreshold={80}
          computeItemKey={(_, line) => lineKey(line)}
          increaseViewportBy={400}
          itemContent={(_, line) => draw(line)}
          components={edges}
        />
      </div>
      <NewMessages log={log} me={me} />
      {isAtEnd !== false && !log.hasNewer ? null : (
        <>
          <ToMention mint={mint} log={log} />
          <ToNewest unread={reading.unread} onPress={toNewest} />
        </>
      )}
    </div>
  );
};
