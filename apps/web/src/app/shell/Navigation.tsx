import { Link } from "@tanstack/react-router";
import { House, MessagesSquare, User, Wallet } from "@tribe/ui/icons";
import { lazy, Suspense } from "react";
import { DeferUntilIdle } from "../../shared/components/DeferUntilIdle.tsx";
import { UnreadCount } from "../../shared/components/UnreadCount.tsx";
import { part } from "../../shared/navigation/part.ts";
import { unreadOf, useMyChats } from "../../shared/queries/my-chats.ts";
import { useIsInTribe } from "../session/use-is-in-tribe.ts";
import { BellPlace } from "./Bell.tsx";
import { Wordmark } from "./Wordmark.tsx";

const places = [
  { to: "/", label: "Home", icon: House },
  { to: "/tribes", label: "Tribes", icon: MessagesSquare },
  { to: "/wallet", label: "Wallet", icon: Wallet },
  { to: "/you", label: "You", icon: User },
] as const;

/** Of all my Tribes, on the icon that leads to them. Its letters grow little: it would cover the icon's name. */
const Unread = () => (
  <UnreadCount
    count={unreadOf(useMyChats().data, null)}
    className="absolute -top-2 left-2.5 h-[min(--spacing(5),22px)]! min-w-[min(--spacing(5),22px)]! text-[length:min(var(--text-xs),15px)]!"
  />
);

const PlaceIcon = ({ to, icon: Icon }: Pick<(typeof places)[number], "to" | "icon">) => (
  <span className="relative">
    <Icon aria-hidden size={20} />
    {to === "/tribes" ? (
      <DeferUntilIdle turn={1}>
        <Unread />
      </DeferUntilIdle>
    ) : null}
  </span>
);

/** The four places at the bottom of a phone. A Tribe takes the whole height; it has a way back of its own. */
export const BottomBar = () => (useIsInTribe() ? null : <Places />);

const Places = () => (
  <nav
    aria-label="Main"
    className="flex shrink-0 border-t border-line bg-bg pb-[env(safe-area-inset-bottom)] sm:hidden"
  >
    {places.map(({ to, label, icon }) => (
      <Link
        key={to}
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        className="flex min-h-16 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium text-muted -outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-text aria-[current=page]:[&_svg]:text-ember-text"
      >
        <PlaceIcon to={to} icon={icon} />
        {label}
      </Link>
    ))}
  </nav>
);

/** Of a place at the side. */
const placeLook =
  "data-within:bg-raised data-within:text-text data-within:[&_svg]:text-ember-text flex min-h-13 w-15 flex-col items-center justify-center gap-1 rounded-control text-xs font-medium text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text aria-[current=page]:[&_svg]:text-ember-text";

const RailTribes = lazy(part(() => import("./RailTribes.tsx").then((m) => ({ default: m.RailTribes }))));

const MyTribes = () =>
  useMyChats().data?.length ? (
    <Suspense>
      <RailTribes />
    </Suspense>
  ) : null;

/** The same places at the side of a wide screen. */
export const Rail = () => {
  const isInTribe = useIsInTribe();
  return (
    <nav
      aria-label="Main"
      className="hidden w-18 shrink-0 flex-col items-center gap-1 border-r border-line py-3 sm:flex"
    >
      <Link to="/" aria-label="Tribe, home" className="mb-3 flex size-11 items-center justify-center rounded-card">
        <Wordmark />
      </Link>
      {places.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          // A Tribe lies within Tribes.
          data-within={(to === "/tribes" && isInTribe) || undefined}
          className={placeLook}
        >
          <PlaceIcon to={to} icon={icon} />
          {label}
        </Link>
      ))}
      <BellPlace className={placeLook} />
      {/* Within a Tribe the list of them stands beside it. */}
      {isInTribe ? null : (
        <DeferUntilIdle turn={2}>
          <MyTribes />
        </DeferUntilIdle>
      )}
    </nav>
  );
};
