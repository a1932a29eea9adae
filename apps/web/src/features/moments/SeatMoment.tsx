import { useQuery } from "@tanstack/react-query";
import type { AnswerOf, Mint, routes, TransactionSignature } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { momentTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { Flame, type RingSeat, SeatRing } from "@tribe/ui/seats";
import { type ReactNode, useState } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import { wantedComposer } from "../../shared/hand/wanted-composer.ts";
import { keys } from "../../shared/queries/keys.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { subscribersQuery, useToken } from "../../shared/queries/token.ts";
import { seatPlace } from "../../shared/tokens/seat-place.ts";
import { type Seated, seatsOf } from "../../shared/tokens/tribe-seats.ts";
import { Moment } from "./Moment.tsx";

/** Heights of the ring in CSS pixels, for one, two and four rings. */
const heightOf = (groupSize: number): number => (groupSize <= 12 ? 232 : groupSize <= 24 ? 264 : 300);

const ignored = (): void => undefined;

/** With more seats, only the person's own has its number: a small face would lie below it. */
const maxNumbers = 12;

/** Somebody has taken a seat: their face comes to it, and the way is into the chat. */
export const SeatMoment = ({
  mint,
  isBack,
  signature = null,
  children,
}: {
  readonly mint: Mint;
  /** Whether they had a seat here before. */
  readonly isBack: boolean;
  /** Of the purchase that brought it; null without one. */
  readonly signature?: TransactionSignature | null;
  /** What it cost. */
  readonly children?: ReactNode;
}) => {
  const close = useCloseThisDialog();
  const user = useLocalUser();
  const { data: token } = useToken(mint);
  const { data: members = [] } = useQuery(subscribersQuery(mint));
  // Only read here: the room beneath has loaded it.
  const { data: room } = useQuery<AnswerOf<typeof routes.chat.room>>({ queryKey: keys.room(mint), enabled: false });
  const groupSize = token?.groupSize ?? 0;
  const place = user ? seatPlace(members, user.uid, groupSize) : null;
  // Others come and go meanwhile, but nobody arrives twice.
  const [arriving] = useState(user?.uid ?? null);
  const focusComposer = () => {
    wantedComposer.set(mint);
    close();
  };
  return (
    <Moment
      picture={
        token && user && place ? (
          <SeatedRing members={seatsOf(members, groupSize)} groupSize={groupSize} own={user.uid} arriving={arriving} />
        ) : (
          <div className="flex h-40 items-center justify-center">
            <Flame size={64} />
          </div>
        )
      }
      title={
        place === null
          ? isBack
            ? momentTexts.back
            : momentTexts.inside
          : (isBack ? momentTexts.seatBack : momentTexts.seatTaken)(place.number, groupSize)
      }
      signature={signature}
      action={
        <Button variant="primary" className="min-h-12 w-full" onClick={focusComposer}>
          {room?.settings.onlyChiefWrites ? "Open the chat" : "Say hello"}
        </Button>
      }
    >
      {place === null ? null : (
        <p className="text-sm text-muted text-pretty">
          {momentTexts.beside(place.neighbours.map((name) => isolated(name)))}
        </p>
      )}
      {children}
    </Moment>
  );
};

/** The ring as the room has it, to look at: the words below say the same. */
const SeatedRing = ({
  members: { chief, seated },
  groupSize,
  own,
  arriving,
}: {
  readonly members: { readonly chief: Seated | null; readonly seated: readonly Seated[] };
  readonly groupSize: number;
  readonly own: string;
  readonly arriving: string | null;
}) => {
  const seatOf = ({ member, number, margin, isRisk }: Seated): RingSeat => {
    const isYou = member.uid === own;
    return {
      key: member.uid,
      label: member.displayName,
      margin,
      isRisk,
      isYou,
      mark: isYou || groupSize <= maxNumbers || number === null ? (number ?? "chief") : null,
      picture: (size) => <PersonAvatar seed={member.uid} src={member.pfp} name="" size={Math.ceil(size)} />,
      onOpen: ignored,
    };
  };
  return (
    <div inert aria-hidden className="overflow-hidden rounded-card [&>div]:border-b-0">
      <SeatRing
        label="Seats"
        chief={chief && seatOf(chief)}
        seats={seated.map(seatOf)}
        count={groupSize}
        height={heightOf(groupSize)}
        arriving={arriving}
      >
        {groupSize <= maxNumbers ? (
          <span className="absolute top-1/2 left-1/2 -translate-1/2">
            <Flame size={40} />
          </span>
        ) : null}
      </SeatRing>
    </div>
  );
};
