import { Link, useRouter, useRouterState } from "@tanstack/react-router";
import { IconButton } from "@tribe/ui";
import { MessagesSquare, Plus, Search, Settings } from "@tribe/ui/icons";
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { openCreate } from "../../shared/flow/openers.ts";
import { focusSearch } from "../../shared/hand/focus-search.ts";
import { TribesLoading } from "../../shared/loading/TribesLoading.tsx";
import { useBalance } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { ChatList } from "../chat/index.ts";

/** My Tribes with their newest messages, and the signed-in person at the bottom. */
export const TribesList = () => (
  <>
    <div className="flex min-h-16 shrink-0 items-center justify-between pr-2 pl-5">
      <h2 className="font-display text-lg font-bold">Tribes</h2>
      <div className="flex">
        <SearchButton />
        <IconButton label="New Tribe" onClick={() => openCreate()}>
          <Plus aria-hidden size={20} />
        </IconButton>
      </div>
    </div>
    <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
      <Suspense fallback={<TribesLoading />}>
        <ChatList />
      </Suspense>
    </div>
    <Me />
  </>
);

const SearchButton = () => {
  const router = useRouter();
  return (
    <IconButton label="Search Tribes and people" onClick={() => void focusSearch(router)}>
      <Search aria-hidden size={20} />
    </IconButton>
  );
};

const Me = () => {
  const user = useLocalUser();
  const { data: balance } = useBalance(user?.address ?? null);
  if (!user) return null;
  return (
    <div className="flex min-h-16 shrink-0 items-center gap-3 border-t border-line pr-2 pl-5">
      <PersonAvatar seed={user.uid} src={user.pfp} name="" size={36} />
      <p className="flex min-w-0 flex-1 flex-col">
        <bdi className="line-clamp-2 text-sm leading-[calc(18/14)] font-medium break-words">{user.displayName}</bdi>
        {balance === undefined || balance === null ? null : (
          <Link to="/wallet" className="w-fit text-xs text-muted underline-offset-2 hover:underline">
            <span className="sr-only">Balance </span>
            <Sol lamports={balance} /> <Worth lamports={balance} />
          </Link>
        )}
      </p>
      <Link
        to="/you"
        aria-label="Settings"
        className="flex size-11 items-center justify-center rounded-control hover:bg-raised"
      >
        <Settings aria-hidden size={18} />
      </Link>
    </div>
  );
};

/** The same list in a drawer, for screens without room for it beside the chat. */
export const TribesDrawer = () => {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Remembers the path at the opening: the drawer closes when another Tribe is chosen in it.
  const [openedAt, setOpenedAt] = useState(path);
  if (isOpen && openedAt !== path) setOpen(false);
  useEffect(() => {
    if (isOpen) box.current?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    box.current?.parentElement?.querySelector<HTMLElement>("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    <div>
      <IconButton
        label="My Tribes"
        aria-expanded={isOpen}
        onClick={() => {
          setOpenedAt(path);
          setOpen(!isOpen);
        }}
      >
        <MessagesSquare aria-hidden size={20} />
      </IconButton>
      {isOpen ? (
        <>
          {/* A press outside closes the drawer; keyboard users press Escape. */}
          <div aria-hidden className="fixed inset-0 z-30 bg-scrim sm:left-18" onClick={close} />
          <div
            ref={box}
            role="dialog"
            aria-label="My Tribes"
            tabIndex={-1}
            onKeyDown={onKeyDown}
            className="fixed inset-y-0 left-0 z-40 flex w-80 max-w-[85vw] flex-col border-r border-line bg-bg shadow-lift outline-none sm:left-18"
          >
            <TribesList />
          </div>
        </>
      ) : null}
    </div>
  );
};
