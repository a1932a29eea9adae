import { Link, useSearch } from "@tanstack/react-router";
import type { Mint, TokenProfile } from "@tribe/contract";
import { Button, buttonClasses, Skeleton } from "@tribe/ui";
import { ChartLine } from "@tribe/ui/icons";
import { Suspense, useEffect, useEffectEvent, useRef } from "react";
import { UnreadCount } from "../../shared/components/UnreadCount.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { followSwipeBack } from "../../shared/hand/swipe-back.ts";
import { useLive } from "../../shared/live/lives.ts";
import { MembersLoading } from "../../shared/loading/MembersLoading.tsx";
import { ComposerLoading, MessagesLoading } from "../../shared/loading/MessagesLoading.tsx";
import { useBack } from "../../shared/navigation/use-back.ts";
import { unreadOf, useFollowedChats, useMyChats } from "../../shared/queries/my-chats.ts";
import { areFewTaken, manySeats } from "../../shared/tokens/token-facts.ts";
import { MembersList } from "../chat/index.ts";
import { Market } from "../token/index.ts";
import { About } from "./About.tsx";
import { NextStepButton } from "./NextStepButton.tsx";
import { SeatCard } from "./SeatCard.tsx";
import { TradeBar } from "./TradeBar.tsx";
import { TribeHeader } from "./TribeHeader.tsx";
import { LazyRoom } from "./tribe-parts.ts";
import type { TribePlace } from "./tribe-place.ts";
import { useAwaitedSeat, useNextStep } from "./use-next-step.ts";

const tab =
  "relative flex min-h-11 min-w-max flex-1 items-center px-1 justify-center gap-2 text-sm font-medium text-muted -outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-1/5 aria-[current=page]:after:-bottom-px aria-[current=page]:after:h-0.5 aria-[current=page]:after:rounded-full aria-[current=page]:after:bg-ember";
/** Chat and Members are the same route and differ only by their search parameters. */
const exact = { exact: true } as const;
const foot =
  "flex shrink-0 gap-2 border-t border-line bg-bg px-4 pt-3 pb-[max(--spacing(4),env(safe-area-inset-bottom))]";

/** The layout for phones: Chat, Market and Members as tabs, with the next step below them. */
export const NarrowTribe = ({ token, place }: { token: TokenProfile; place: TribePlace }) => {
  const { view } = useSearch({ strict: false });
  const awaited = useAwaitedSeat(token);
  const step = useNextStep(token, awaited);
  const isInside = token.subscribeState === "active" || token.subscribeState === "chief";
  // The person may have a seat that the server has not confirmed yet. The stage's height depends on it.
  const isUnknown = awaited.isSeat && !isInside;
  // While that is unknown, assume a seat: most signed-in people who open a chat have one.
  const isStrip =
    token.groupSize > manySeats || ((isInside || isUnknown) && areFewTaken(token.memberCount, token.groupSize));
  const isOnAir = useLive(token.mint) !== null;
  const isMembers = place === "chat" && view === "members";
  const page = useRef<HTMLDivElement>(null);
  const back = useEffectEvent(useBack("/tribes"));
  useEffect(() => (page.current ? followSwipeBack(page.current, () => back()) : undefined), []);
  const params = { mint: token.mint };
  return (
    <div ref={page} className="flex h-full min-h-0 flex-col bg-bg">
      <TribeHeader token={token} />
      {/* Tabs replace the history entry, so that Back leaves the Tribe. */}
      <nav aria-label="Tribe" className="flex shrink-0 flex-wrap border-b border-line px-2">
        <Link to="/chat/$mint" params={params} replace activeOptions={exact} className={tab}>
          Chat
          {place === "chat" && !isMembers ? null : <ChatCount mint={token.mint} />}
        </Link>
        <Link to="/token/$mint" params={params} replace activeOptions={exact} className={tab}>
          Market
        </Link>
        <Link
          to="/chat/$mint"
          params={params}
          search={{ view: "members" }}
          replace
          activeOptions={exact}
          className={tab}
        >
          Members <span className="text-xs text-muted tabular-nums">{token.memberCount}</span>
        </Link>
      </nav>
      {place === "market" ? (
        <>
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Market
              token={token}
              seat={<SeatCard token={token} action={<NextStepButton token={token} step={step} isPlain />} />}
              after={<About token={token} />}
            />
          </div>
          <TradeBar token={token} className={foot} />
        </>
      ) : isMembers ? (
        <div className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
          <h2 className="sr-only">Members</h2>
          <Suspense fallback={<MembersLoading />}>
            <MembersList mint={token.mint} />
          </Suspense>
        </div>
      ) : isUnknown ? (
        <RoomLoading isStrip={isStrip} isSeat={isInside || isUnknown} />
      ) : (
        <Suspense fallback={<RoomLoading isStrip={isStrip} isSeat={isInside || isUnknown} />}>
          <LazyRoom
            token={token}
            awaited={awaited}
            onMembers={() => dialogs.open("chatMembers", { mint: token.mint, title: "Members" })}
            action={null}
          />
        </Suspense>
      )}
      {isMembers && step.kind === "inside" ? (
        token.subscribeState === "chief" && !isOnAir ? (
          <div className={foot}>
            <Button
              variant="primary"
              className="flex-1"
              onClick={() => dialogs.open("goLive", { mint: token.mint, name: token.name })}
            >
              Go live
            </Button>
          </div>
        ) : (
          <TradeBar token={token} className={foot} />
        )
      ) : null}
      {/* Not for a person who may still have a seat: the chat's composer is shown there. */}
      {place === "chat" && step.kind !== "inside" && (isMembers || step.kind !== "unknown" || !isInside) ? (
        <div className={foot}>
          <Link to="/token/$mint" params={params} replace aria-label="Chart" className={buttonClasses("secondary")}>
            <ChartLine aria-hidden size={20} />
          </Link>
          <NextStepButton token={token} step={step} />
        </div>
      ) : null}
    </div>
  );
};

/** The number of unread messages, beside the Chat tab while another one is open. */
const ChatCount = ({ mint }: { mint: Mint }) => {
  const chats = useMyChats().data?.filter((chat) => chat.mint === mint);
  useFollowedChats(chats, "tab");
  return <UnreadCount count={unreadOf(chats, mint)} />;
};

/** A placeholder with the most likely height, to avoid a layout shift of the bar below. */
const RoomLoading = ({ isStrip, isSeat }: { isStrip: boolean; isSeat: boolean }) => (
  <div className="flex min-h-0 flex-1 flex-col overflow-hidden">
    <Skeleton className={`shrink-0 rounded-none ${isStrip ? "h-16" : "h-51"}`} />
    <MessagesLoading label="Loading the chat" />
    {isSeat ? <ComposerLoading /> : null}
  </div>
);
