import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { amountsOf } from "@tribe/domain/money";
import { Button, classes, IconButton } from "@tribe/ui";
import { ChevronDown, ChevronUp, Radio, Users } from "@tribe/ui/icons";
import { Flame, RingedFace, type RingSeat, SeatRing } from "@tribe/ui/seats";
import { Suspense } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { Cost } from "../../../shared/components/Sol.tsx";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { Worth } from "../../../shared/fiat/Worth.tsx";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { subscribersQuery } from "../../../shared/queries/token.ts";
import { useStore } from "../../../shared/state/store.ts";
import { useIsOnline } from "../../../shared/state/use-online.ts";
import { clockTime } from "../../../shared/time/clock.ts";
import { type Seated, seatsOf } from "../../../shared/tokens/tribe-seats.ts";
import { slippage } from "../../../shared/trading/costs/slippage.ts";
import { seatPrice } from "../../../shared/trading/seat/seat-entry.ts";
import { LiveBar, LiveInvitation } from "../../live/index.ts";
import type { Passage } from "../seat/passage.ts";
import { useArriving } from "../seat/use-passage.ts";
import { NarrowStrip } from "./NarrowStrip.tsx";
import { type Reading, useStageRoom } from "./stage-room.ts";

/** With more seats, only the person's own seat and the last three show their number. */
const maxNumbers = 12;

/** The seats as a ring around the fire, or folded to a strip. */
export const Stage = ({
  token,
  onMembers,
  reading,
  pinSlot,
  passage,
}: {
  token: TokenProfile;
  onMembers: () => void;
  reading: Reading;
  /** Gets the element for the pinned message while the seats are one narrow row. */
  pinSlot: (element: HTMLElement | null) => void;
  /** What has just become of the person's seat. */
  passage: Passage;
}) => {
  const { mint, groupSize } = token;
  const navigate = useNavigate();
  const user = useLocalUser();
  const { isWide, isInside, isQuiet, isFolded, isNarrow, hasMiddle, height, live, fold } = useStageRoom(token, reading);
  const { data: members = [], dataUpdatedAt: seenAt } = useQuery(subscribersQuery(mint));
  const isOnline = useIsOnline();
  const price = seatPrice(token, useStore(slippage));
  const { chief, seated } = seatsOf(members, groupSize);
  const arriving = useArriving(seated.map(({ member }) => member.uid));
  const written = amountsOf(token);
  const free = Math.max(groupSize - seated.length, 0);
  /** Whether the person has lost the seat: then their picture is in the middle of the ring. */
  const isOutside = token.subscribeState === "expired" && user;
  const ringSeat = ({ member, number, margin, isRisk }: Seated): RingSeat => {
    const isYou = member.uid === user?.uid;
    const isNumbered = number === null || groupSize <= maxNumbers || isYou || number > groupSize - 3;
    const name = isYou ? "You" : member.displayName;
    return {
      key: member.uid,
      label: `${name}, ${number === null ? "Chief" : `seat ${number}`}, ${written.named(member.holding)}${isRisk ? ", at the cut" : ""}`,
      margin,
      isRisk,
      isYou,
      mark: !isNumbered ? null : (number ?? "chief"),
      picture: (size) => <PersonAvatar seed={member.uid} src={member.pfp} name="" size={Math.ceil(size)} />,
      onOpen: () => void navigate({ to: "/user/$address", params: { address: member.address } }),
    };
  };
  const list = (
    <IconButton label="Members" onClick={onMembers}>
      <Users aria-hidden size={18} />
    </IconButton>
  );
  const goLive =
    token.subscribeState === "chief" && !live ? (
      <Button
        small
        variant="ghost"
        icon={<Radio aria-hidden size={18} />}
        className="shrink-0 whitespace-nowrap"
        onClick={() => dialogs.open("goLive", { mint, name: token.name })}
      >
        {/* On a phone the ring leaves room for the icon alone; the header's menu names it. */}
        <span className={isFolded ? "" : "max-sm:sr-only"}>Go live</span>
      </Button>
    ) : null;
  const liveBar =
    live && isInside ? (
      <Suspense>
        <LiveBar live={live} />
      </Suspense>
    ) : null;
  // No room for seats: the messages need the height, and the members are in another tab.
  if (height === 0) return liveBar;
  const unfold = (
    <IconButton label="Show the seats" aria-expanded={false} onClick={() => fold(false)}>
      <ChevronDown aria-hidden size={20} />
    </IconButton>
  );
  if (isNarrow)
    return (
      <>
        <NarrowStrip
          people={[...(chief ? [chief] : []), ...seated].map(({ member }) => member)}
          words={
            free === 0 ? `All ${groupSize} seats are taken` : free === 1 ? "1 seat is free" : `${free} seats are free`
          }
          onMembers={onMembers}
          pinSlot={pinSlot}
        >
          {goLive}
          {unfold}
        </NarrowStrip>
        {liveBar}
      </>
    );
  if (isFolded)
    return (
      <>
        <div className="flex h-16 shrink-0 items-center gap-1 border-b border-line bg-[linear-gradient(90deg,color-mix(in_oklch,var(--tribe-glow)_26%,var(--tribe-bg)),var(--tribe-bg)_62%)] pr-2 pl-3">
          {/* The number of free seats is beside the faces if it fits; otherwise it wraps to a clipped line. */}
          <div className="flex h-16 min-w-0 flex-1 flex-wrap content-start overflow-hidden">
            <ul aria-label="Seats" className="flex h-16 max-w-full items-center gap-1.5 overflow-hidden pr-2">
              {[...(chief ? [chief] : []), ...seated].map((seat) => {
                const { key, label, picture, onOpen, ...face } = ringSeat(seat);
                return (
                  <li key={key} className="shrink-0">
                    <button
                      type="button"
                      aria-label={label}
                      title={label}
                      onClick={onOpen}
                      className="block rounded-full"
                    >
                      <RingedFace
                        {...face}
                        mark={seat.number === null || face.isYou || seat.isRisk ? (face.mark ?? null) : null}
                        size={seat.number === null ? 40 : 34}
                      >
                        {picture(34)}
                      </RingedFace>
                    </button>
                  </li>
                );
              })}
            </ul>
            {isQuiet && free > 0 ? (
              <p className="flex h-16 items-center text-[length:min(var(--text-sm),18px)] font-semibold whitespace-nowrap">
                {free === 1 ? "1 seat free" : `${free} seats free`}
              </p>
            ) : null}
          </div>
          {list}
          {goLive}
          {unfold}
        </div>
        {liveBar}
      </>
    );
  return (
    <>
      <SeatRing
        label="Seats"
        chief={chief && ringSeat(chief)}
        seats={seated.map(ringSeat)}
        count={groupSize}
        height={height}
        arriving={arriving}
      >
        {/* The font size is capped so that the texts don't overlap the faces; they are repeated below the ring. */}
        {hasMiddle ? (
          <div className="pointer-events-none absolute top-1/2 left-1/2 flex -translate-1/2 flex-col items-center gap-1 text-center">
            {isOutside ? (
              <span
                className={classes("rounded-full opacity-80 grayscale-30", passage === "out" && "animate-leave-seat")}
              >
                <PersonAvatar seed={user.uid} src={user.pfp} name="" size={isWide ? 56 : 36} />
              </span>
            ) : live && !isWide ? null : (
              <Flame size={isWide ? 32 : 24} isOut={!isOnline} />
            )}
            {live && !isOutside ? (
              <Suspense>
                <LiveInvitation live={live} isInside={isInside} />
              </Suspense>
            ) : (
              <p className="text-[length:min(var(--text-sm),18px)] leading-normal font-semibold">
                {isOutside
                  ? "You're outside"
                  : free === 0
                    ? `All ${groupSize} seats are taken`
                    : free === 1
                      ? "1 seat is free"
                      : `${free} seats are free`}
              </p>
            )}
            {!isOnline && seenAt > 0 ? (
              <p className="text-[length:min(var(--text-xs),16px)] leading-normal text-muted">
                Seats as of {clockTime(seenAt)}
              </p>
            ) : price === null || isOutside || live ? null : (
              <p className="text-[length:min(var(--text-xs),16px)] leading-normal text-muted">
                Seat now <Cost lamports={price} />
                <Worth lamports={price} rounding="up" className="block" />
              </p>
            )}
          </div>
        ) : null}
        {/* The buttons are in the corners, the only places that the ring leaves free. */}
        <div className="absolute top-1 left-1">{list}</div>
        <div className="absolute right-1 bottom-1">{goLive}</div>
        <div className="absolute top-1 right-1">
          <IconButton label="Fold the seats" aria-expanded onClick={() => fold(true)}>
            <ChevronUp aria-hidden size={20} />
          </IconButton>
        </div>
      </SeatRing>
      {hasMiddle ? null : liveBar}
    </>
  );
};
