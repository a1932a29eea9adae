import { Link } from "@tanstack/react-router";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { UnreadCount } from "../../shared/components/UnreadCount.tsx";
import { isReadable, unreadOf, useMyChats } from "../../shared/queries/my-chats.ts";

/** As many as a low screen has room for. */
const mostShown = 5;

/** The person's Tribes with the newest messages: one press away when no list of them is shown. */
export const RailTribes = () => {
  const chats = useMyChats().data?.filter(isReadable) ?? [];
  return (
    <ul aria-label="My Tribes" className="mt-2 flex flex-col gap-1 border-t border-line pt-3">
      {chats.slice(0, mostShown).map(({ mint, name, pfp }) => (
        <li key={mint} className="relative">
          <Link
            to="/chat/$mint"
            params={{ mint }}
            title={name}
            className="flex size-12 items-center justify-center rounded-card hover:bg-raised"
          >
            <PersonAvatar seed={mint} src={pfp} name="" size={36} shape="token" />
            <span className="sr-only">{name} </span>
            <UnreadCount count={unreadOf(chats, mint)} className="absolute -top-0.5 -right-0.5 ring-2 ring-bg" />
          </Link>
        </li>
      ))}
    </ul>
  );
};
