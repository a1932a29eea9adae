import { useQuery } from "@tanstack/react-query";
import type { TokenProfile } from "@tribe/contract";
import { pricesOf } from "@tribe/domain/money";
import { Button, IconButton } from "@tribe/ui";
import { BellRing, Ellipsis, Gift, Paperclip, Search, Settings } from "@tribe/ui/icons";
import { type ReactNode, useMemo } from "react";
import { BackButton } from "../../shared/components/BackButton.tsx";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { PriceChange } from "../../shared/components/PriceChange.tsx";
import { ShareButton } from "../../shared/components/ShareButton.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { Sparkline } from "../../shared/components/Sparkline.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { MenuItem } from "../../shared/dialogs/names.ts";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { flow } from "../../shared/flow/flow-store.ts";
import { openAirdrop } from "../../shared/flow/openers.ts";
import { LiveMark } from "../../shared/live/LiveMark.tsx";
import { useLive } from "../../shared/live/lives.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { historyQuery } from "../../shared/queries/history.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { realtimeStatus } from "../../shared/realtime/connection.ts";
import { peopleNow, peopleOf } from "../../shared/realtime/people.ts";
import { useStore } from "../../shared/state/store.ts";
import { useIsOnline } from "../../shared/state/use-online.ts";
import { serverNow } from "../../shared/time/server-time.ts";
import { dayLineOf } from "../../shared/tokens/day-line.ts";
import { changeBps } from "../../shared/tokens/token-facts.ts";

/** A person's actions for the whole Tribe. On wide screens the export of holders has its own button elsewhere. */
const tribeItems = (
  { mint, name, subscribeState: state }: TokenProfile,
  {
    isWide,
    hasAirdrops,
    isSignedIn,
    isOnAir,
  }: Readonly<Record<"isWide" | "hasAirdrops" | "isSignedIn" | "isOnAir", boolean>>,
): readonly MenuItem[] => [
  // On wide screens the seats have a button with its name.
  ...(state === "chief" && !isWide && !isOnAir
    ? [{ key: "live", label: "Go live", isDanger: false, run: () => dialogs.open("goLive", { mint, name }) }]
    : []),
  ...(state === "active" || state === "chief"
    ? [
        {
          key: "search",
          label: "Search messages",
          isDanger: false,
          run: () => dialogs.open("chatSearch", { mint, name }),
        },
        {
          key: "shared",
          label: "Media, files, links",
          isDanger: false,
          run: () => dialogs.open("chatShared", { mint }),
        },
      ]
    : []),
  ...(isSignedIn
    ? [{ key: "alarms", label: "Alarms", isDanger: false, run: () => dialogs.open("seatAlarms", { mint }) }]
    : []),
  ...(state === "chief"
    ? [{ key: "settings", label: "Tribe settings", isDanger: false, run: () => dialogs.open("chatManage", { mint }) }]
    : []),
  ...(state === "chief" && hasAirdrops
    ? [{ key: "airdrop", label: "Create airdrop", isDanger: false, run: () => openAirdrop(mint) }]
    : []),
  ...(state === "chief" && !isWide
    ? [
        {
          key: "export",
          label: "Export holders snapshot",
          isDanger: false,
          run: () => dialogs.open("exportHolders", { mint }),
        },
      ]
    : []),
];

/** The Tribe's name, its price, and its number of taken seats. */
export const TribeHeader = ({
  token,
  isWide = false,
  before,
  after,
}: {
  token: TokenProfile;
  isWide?: boolean;
  /** Buttons at the beginning and the end that open lists and panels. */
  before?: ReactNode;
  after?: ReactNode;
}) => {
  const user = useLocalUser();
  const isLive = useStore(realtimeStatus) === "live";
  const connection = useIsOnline() ? "Connecting…" : "Offline";
  const online = peopleOf(useStore(peopleNow), token.mint).online.size;
  const isOnAir = useLive(token.mint) !== null;
  const hasAirdrops = useConfig()?.hasCompression ?? false;
  // No actions before the server has answered: the cached seat may have been lost since.
  const items = isAwaited(useToken(token.mint))
    ? []
    : tribeItems(token, { isWide, hasAirdrops, isSignedIn: Boolean(user), isOnAir });
  const seats = `${token.memberCount} of ${token.groupSize} seats`;
  const prices = pricesOf(token);
  const change =
    token.priceDayAgo === null ? null : (
      <PriceChange now={token.price} before={token.priceDayAgo} className="text-xs" />
    );
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center justify-end gap-x-2 px-2 lg:min-h-16 lg:gap-x-3 lg:pr-4 lg:pl-5">
      {before ?? (isWide ? null : <BackButton fallback="/tribes" />)}
      <PersonAvatar seed={token.mint} src={token.pfp} name="" size={isWide ? 40 : 36} shape="token" />
      {/* At least as wide as a price; in large letters as wide as leaves the buttons in this line. */}
      <div className="flex min-w-0 flex-1 basis-[min(6em,128px)] flex-col">
        <div className="flex items-center gap-2">
          <h1 className="truncate font-display text-base font-bold lg:text-lg lg:leading-[1.2]">{token.name}</h1>
          <LiveMark mint={token.mint} />
        </div>
        {/* One line: parts that don't fit are clipped, such as the change beside a visitor's button; the market below has them. */}
        <p className="flex h-[1lh] flex-wrap items-center gap-x-2 overflow-hidden text-xs text-muted lg:gap-x-1">
          {!isLive ? (
            connection
          ) : isWide ? (
            <>
              <bdi className="truncate">{token.symbol}</bdi>
              <span>· {seats}</span>
              {online > 0 ? <span>· {online} online</span> : null}
            </>
          ) : !user && prices.per ? (
            // Beside "Sign in" a price with a quantity does not fit, and a clipped one would be wrong; the market has it.
            seats
          ) : (
            <>
              <span>
                <Sol lamports={prices.shown(token.price)} /> {prices.per}
              </span>
              {change}
            </>
          )}
        </p>
      </div>
      {isWide ? (
        <div className="flex shrink-0 items-center gap-3">
          <p className="flex flex-col items-end">
            <Sol lamports={prices.shown(token.price)} className="font-semibold" />
            <span className="flex items-baseline gap-1 text-xs text-muted">
              {prices.per}
              <Worth lamports={prices.shown(token.price)} rounding="up" />
              {change}
            </span>
          </p>
          <DayLine token={token} />
        </div>
      ) : null}
      {user === null ? (
        <Button small onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in
        </Button>
      ) : null}
      {isWide
        ? items.map(({ key, label, run }) => (
            <IconButton key={key} label={label} onClick={run}>
              <ItemIcon name={key} />
            </IconButton>
          ))
        : null}
      <ShareButton token={token} />
      {!isWide && items.length > 0 ? (
        <IconButton
          label="More"
          aria-haspopup="dialog"
          onClick={() => dialogs.open("menu", { title: token.name, items, onReact: null })}
        >
          <Ellipsis aria-hidden size={20} />
        </IconButton>
      ) : null}
      {after}
    </header>
  );
};

const itemIcons: Readonly<Record<string, typeof Settings>> = {
  search: Search,
  shared: Paperclip,
  airdrop: Gift,
  alarms: BellRing,
};

const ItemIcon = ({ name }: { name: string }) => {
  const Icon = itemIcons[name] ?? Settings;
  return <Icon aria-hidden size={20} />;
};

/** The last 24 hours as a line beside the price, only on screens wide enough for the three panes and the line. */
const DayLine = ({ token }: { token: TokenProfile }) => {
  const { data: history } = useQuery(historyQuery(token.mint));
  const line = useMemo(() => history && dayLineOf(history.trades, Math.floor(serverNow() / 1_000)), [history]);
  const change = changeBps(token.price, token.priceDayAgo) ?? 0;
  return (
    <span className="hidden w-18 min-[1440px]:block">
      {line ? (
        <Sparkline heights={line} width={72} direction={change > 0 ? "up" : change < 0 ? "down" : "none"} />
      ) : null}
    </span>
  );
};
