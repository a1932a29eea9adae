import { useQuery } from "@tanstack/react-query";
import { type Mint, seqBeforeFirst } from "@tribe/contract";
import { EmptyState, Spinner } from "@tribe/ui";
import { ArrowDown, Flame } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { wordsOf } from "../../shared/api/errors.ts";
import { toast } from "../../shared/notices/toast.ts";
import { historyQuery } from "../../shared/queries/history.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { subscribersQuery, useToken } from "../../shared/queries/token.ts";
import { realtimeStatus } from "../../shared/realtime/connection.ts";
import { useStore } from "../../shared/state/store.ts";
import { useIsOnline } from "../../shared/state/use-online.ts";
import { seatsOf } from "../../shared/tokens/tribe-seats.ts";
import { DayRule, TradeNotes, UnreadRule } from "./ChatNotes.tsx";
import { type ChatLine, type ChatLog, chatLines } from "./chat-log.ts";
import { MessageRow, OutgoingRow } from "./MessageRow.tsx";
import { outbox } from "./outbox.ts";
import { loadOlder } from "./queries.ts";
import { lastRead, markRead } from "./read-marks.ts";

const lineKey = (line: ChatLine): string => {
  switch (line.kind) {
    case "message":
      return line.message.clientId;
    case "trades":
      return "trades";
    case "outgoing":
      return line.outgoing.frame.clientId;
  }
};

const Edge = () => <div className="h-3" />;
const edges = { Header: Edge, Footer: Edge };

/** The messages, drawn only as far as they are seen; stays at the end while the person is there. */
export const MessageList = ({ mint, log }: { mint: Mint; log: ChatLog }) => {
  const user = useLocalUser();
  const uid = user?.uid ?? null;
  const isLive = useStore(realtimeStatus) === "live";
  const isConnected = useIsOnline() && isLive;
  const all = useStore(outbox().waiting);
  const { data: token } = useToken(mint);
  const { data: history } = useQuery(historyQuery(mint));
  const { data: members } = useQuery(subscribersQuery(mint));
  const list = useRef<VirtuosoHandle>(null);
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const newest = log.messages.at(-1)?.seq ?? seqBeforeFirst;
  // Where reading ended before this visit: the line stays where it is while one reads on.
  const [readBefore] = useState(() => (uid === null ? null : lastRead(uid, mint)));
  useEffect(() => {
    if (uid !== null && isAtEnd) markRead(uid, mint, newest);
  }, [uid, mint, isAtEnd, newest]);
  const lines = useMemo(
    () =>
      chatLines(
        log,
        all.filter(({ frame }) => frame.mint === mint),
        history?.trades,
      ),
    [log, all, mint, history],
  );
  const { byUid, byAddress } = useMemo(() => {
    const { chief, seated } = seatsOf(members ?? [], token?.groupSize ?? 0);
    const people = chief ? [chief, ...seated] : seated;
    return {
      byUid: new Map(people.map((seat) => [seat.member.uid, seat])),
      byAddress: new Map(people.map((seat) => [String(seat.member.address), seat])),
    };
  }, [members, token?.groupSize]);
  const unread =
    readBefore === null ? [] : log.messages.filter(({ seq, author }) => seq > readBefore && author.uid !== uid);
  const firstUnread = unread[0]?.seq;
  if (lines.length === 0)
    return (
      <div className="flex-1">
        <EmptyState icon={<Flame size={24} />} title="No messages yet" message="Be the first." />
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
  const trades = (some: Extract<ChatLine, { kind: "trades" }>["trades"]) =>
    token && some.length > 0 ? <TradeNotes trades={some} token={token} seatByAddress={byAddress} /> : null;
  const draw = (line: ChatLine) => {
    switch (line.kind) {
      case "message":
        return (
          <>
            {trades(line.trades)}
            {line.isFirstOfDay ? <DayRule at={line.message.sentAt} /> : null}
            {line.message.seq === firstUnread ? <UnreadRule count={unread.length} /> : null}
            <MessageRow
              message={line.message}
              isOwn={line.message.author.uid === uid}
              isFirstOfAuthor={line.isFirstOfAuthor || line.message.seq === firstUnread}
              seat={byUid.get(line.message.author.uid) ?? null}
            />
          </>
        );
      case "trades":
        return trades(line.trades);
      case "outgoing":
        return <OutgoingRow outgoing={line.outgoing} isConnected={isConnected} />;
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
        atBottomStateChange={setIsAtEnd}
        atBottomThreshold={80}
        computeItemKey={(_, line) => lineKey(line)}
        increaseViewportBy={400}
        itemContent={(_, line) => draw(line)}
        components={edges}
      />
      {isAtEnd ? null : (
        <button
          type="button"
          aria-label="To the newest message"
          title="To the newest message"
          onClick={() => list.current?.scrollToIndex({ index: "LAST", align: "end" })}
          className="absolute right-4 bottom-3 flex size-11 items-center justify-center rounded-full border border-line bg-raised text-text shadow-lift hover:bg-hover"
        >
          <ArrowDown aria-hidden size={20} />
        </button>
      )}
    </div>
  );
};
