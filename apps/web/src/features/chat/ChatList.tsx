import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { seqBeforeFirst } from "@tribe/contract";
import { Button, buttonClasses, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { MessagesSquare } from "lucide-react";
import { useEffect, useRef } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { flow } from "../../shared/flow/flow-store.ts";
import { LiveMark } from "../../shared/live/LiveMark.tsx";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { realtime } from "../../shared/realtime/connection.ts";
import { excerpt } from "./messages/text/excerpt.ts";
import { type MyChats, myChatsQuery } from "./queries.ts";

/** Follows the chats that the person may read, so that the newest line of each is live. */
const useNewestLines = (chats: MyChats | undefined): void => {
  const latest = useRef(chats);
  useEffect(() => {
    latest.current = chats;
  });
  const readable = chats?.filter(({ state }) => state === "active" || state === "chief").map(({ mint }) => mint);
  const mints = readable?.join();
  useEffect(() => {
    const followed = latest.current?.filter(({ mint }) => mints?.split(",").includes(mint)) ?? [];
    for (const { mint, lastMessage } of followed) realtime().openChat(mint, lastMessage?.seq ?? seqBeforeFirst, "list");
    return () => {
      for (const { mint } of followed) realtime().closeChat(mint, "list");
    };
  }, [mints]);
};

/** How many messages of others were not read on any device. */
const Unread = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <span className="flex h-5 min-w-5 items-center justify-center rounded-full bg-ember px-1.5 text-xs font-bold text-on-ember tabular-nums">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> unread</span>
    </span>
  );

/** The person's Tribes: own and joined. */
export const ChatList = () => {
  const user = useLocalUser();
  const { mint: shown } = useParams({ strict: false });
  const chats = useQuery({ ...myChatsQuery, enabled: Boolean(user) });
  useNewestLines(chats.data);
  if (user === null)
    return (
      <EmptyState
        icon={<MessagesSquare size={24} />}
        title="Your Tribes live here"
        message="Sign in to see your chats."
      >
        <Button look="main" onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in to your Tribes
        </Button>
      </EmptyState>
    );
  if (chats.isError) return <QueryError error={chats.error} onRetry={() => void chats.refetch()} />;
  if (!chats.data)
    return (
      <Loading label="Loading your Tribes">
        <Skeleton className="m-2 h-14" />
        <Skeleton className="m-2 h-14" />
        <Skeleton className="m-2 h-14" />
      </Loading>
    );
  if (chats.data.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare size={24} />}
        title="You're not in a Tribe yet"
        message="Buy a creator's token to enter their chat."
      >
        <Link to="/" className={buttonClasses("main")}>
          Find a Tribe
        </Link>
      </EmptyState>
    );
  return (
    <ul className="flex flex-col">
      {chats.data.map((chat) => (
        <li key={chat.mint}>
          <Link
            to="/chat/$mint"
            params={{ mint: chat.mint }}
            className={`flex min-h-16 items-center gap-3 rounded-control px-3 py-2 hover:bg-surface ${chat.mint === shown ? "bg-raised hover:bg-raised" : ""}`}
          >
            <PersonAvatar seed={chat.mint} src={chat.pfp} name="" size={44} shape="token" />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="flex items-baseline gap-2">
                <span className="flex min-w-0 flex-1 items-center gap-2">
                  <span className="truncate font-medium">{chat.name}</span>
                  <LiveMark mint={chat.mint} />
                </span>
                {chat.lastMessage ? <TimeAgo at={chat.lastMessage.sentAt} className="text-xs text-muted" /> : null}
              </span>
              <span className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate text-sm text-muted">
                  {chat.state === "expired"
                    ? "Booted"
                    : chat.state === "banned"
                      ? "Blocked"
                      : chat.lastMessage
                        ? `${chat.lastMessage.author.uid === user?.uid ? "You" : chat.lastMessage.author.displayName}: ${chat.lastMessage.deletedAt === null ? excerpt(chat.lastMessage) : "Deleted message"}`
                        : "No messages yet"}
                </span>
                {chat.mint === shown ? null : <Unread count={chat.read?.unread ?? 0} />}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};
