import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Button, buttonClasses, classes, EmptyState, useMediaQuery } from "@tribe/ui";
import { MessagesSquare } from "@tribe/ui/icons";
import { SeatsAround } from "@tribe/ui/seats-around";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { UnreadCount } from "../../shared/components/UnreadCount.tsx";
import { flow } from "../../shared/flow/flow-store.ts";
import { LiveMark } from "../../shared/live/LiveMark.tsx";
import { TribesLoading } from "../../shared/loading/TribesLoading.tsx";
import { useBlockedUids } from "../../shared/people/blocks.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { type MyChats, useFollowedChats, useMyChats } from "../../shared/queries/my-chats.ts";
import { ownSeatsQuery } from "../../shared/queries/own-seats.ts";
import type { HeldSeat } from "../../shared/tokens/held-seats.ts";
import { lastWords } from "./last-words.ts";
import { type TribeRowProps, WideTribeRow, WideTribesHead } from "./WideTribeRow.tsx";

/** The person's Tribes: own and joined. `isPage`: it fills the page, so that a desktop has room for columns. */
export const ChatList = ({ isPage = false }: { isPage?: boolean }) => {
  const isWide = useMediaQuery("(min-width: 1024px)") && isPage;
  const user = useLocalUser();
  const blocked = useBlockedUids();
  const { mint: shown } = useParams({ strict: false });
  const chats = useMyChats();
  useFollowedChats(chats.data, "list");
  // Frames report changes; no polling is needed.
  const { data: seats = [] } = useQuery({ ...ownSeatsQuery, enabled: Boolean(user), refetchInterval: false });
  if (user === null)
    return (
      <EmptyState
        icon={<MessagesSquare size={24} />}
        title="Your Tribes live here"
        message="Sign in to see your chats."
      >
        {/* Beside a Tribe, that one's join button is the main one. */}
        <Button variant={shown ? "secondary" : "primary"} onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in to your Tribes
        </Button>
      </EmptyState>
    );
  if (chats.isError)
    return <QueryError isPart={Boolean(shown)} error={chats.error} onRetry={() => void chats.refetch()} />;
  // An empty stored list may be outdated.
  if (!chats.data || (chats.data.length === 0 && isAwaited(chats))) return <TribesLoading />;
  if (chats.data.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare size={24} />}
        title="You're not in a Tribe yet"
        message="Buy a Tribe's token to enter its chat."
      >
        <Link to="/" className={buttonClasses(shown ? "secondary" : "primary")}>
          Find a Tribe
        </Link>
      </EmptyState>
    );
  return (
    <>
      {isWide ? <WideTribesHead /> : null}
      <ul className="flex flex-col">
        {chats.data.map((chat) => {
          const seat = seats.find(({ mint }) => mint === chat.mint);
          const isShown = chat.mint === shown;
          const parts = {
            chat,
            seat,
            picture: <TribePicture chat={chat} seat={seat} />,
            words: lastWords(chat, user?.uid ?? null, blocked),
          };
          return (
            <li key={chat.mint}>
              <Link
                to="/chat/$mint"
                params={{ mint: chat.mint }}
                className={classes("block rounded-control hover:bg-surface", isShown && "bg-raised hover:bg-raised")}
              >
                {isWide ? <WideTribeRow {...parts} /> : <Row {...parts} isShown={isShown} />}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
};

const Row = ({ chat, picture, words, isShown }: Omit<TribeRowProps, "seat"> & { readonly isShown: boolean }) => (
  <span className="flex min-h-16 items-center gap-3 px-3 py-2">
    {picture}
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="flex items-baseline gap-2">
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <bdi className="truncate font-medium">{chat.name}</bdi>
          <LiveMark mint={chat.mint} />
        </span>
        {chat.lastMessage ? <TimeAgo at={chat.lastMessage.sentAt} className="text-xs text-muted" /> : null}
      </span>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm text-muted">{words}</span>
        {isShown ? null : <UnreadCount count={chat.read?.unread ?? 0} />}
      </span>
    </span>
  </span>
);

/** Surrounded by its seats once they are loaded: a Tribe that the person leads has no seat of theirs. */
const TribePicture = ({ chat, seat }: { chat: MyChats[number]; seat: HeldSeat | undefined }) => {
  const picture = <PersonAvatar seed={chat.mint} src={chat.pfp} name="" size={44} shape="token" />;
  return seat ? (
    <SeatsAround taken={seat.memberCount} seats={seat.groupSize} own={seat.number}>
      {picture}
    </SeatsAround>
  ) : (
    picture
  );
};
