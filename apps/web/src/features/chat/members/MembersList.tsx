import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Mint, TokenProfile } from "@tribe/contract";
import { amountsOf, neededFormat, typedFormat } from "@tribe/domain/money";
import { Crown } from "@tribe/ui/icons";
import { RingedFace } from "@tribe/ui/seats";
import type { ReactNode } from "react";
import { useIsSignedIn } from "../../../shared/api/access.ts";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../../shared/components/QueryError.tsx";
import { MembersLoading } from "../../../shared/loading/MembersLoading.tsx";
import { isAwaited } from "../../../shared/queries/is-awaited.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { holdersQuery, subscribersQuery, useToken } from "../../../shared/queries/token.ts";
import { peopleNow, peopleOf } from "../../../shared/realtime/people.ts";
import { useStore } from "../../../shared/state/store.ts";
import { type Seated, seatsOf } from "../../../shared/tokens/tribe-seats.ts";
import { CreatorMembers } from "./CreatorMembers.tsx";
import { type MemberWords, outsideWords, seatedWords } from "./member-words.ts";
import { OnlineMark } from "./OnlineMark.tsx";

/** The most holders without a seat that are shown. */
const maxOutside = 5;

/** The members of a Tribe: by seat, or for its Chief to manage. */
export const MembersList = ({ mint, onOpen }: { mint: Mint; onOpen?: () => void }) => {
  const profile = useToken(mint);
  const isSignedIn = useIsSignedIn();
  const more = onOpen ? { onOpen } : {};
  const token = profile.data;
  if (token?.subscribeState === "chief") return <CreatorMembers token={token} {...more} />;
  // The delivered page shows a visitor's view: its Chief would see another list a moment later.
  if (isSignedIn && profile.dataUpdatedAt === 0 && isAwaited(profile)) return <MembersLoading />;
  return <SeatedMembers mint={mint} {...more} />;
};

/** The Chief, the seats by number, the threshold, and holders without a seat. */
const SeatedMembers = ({ mint, onOpen }: { mint: Mint; onOpen?: () => void }) => {
  const { online } = peopleOf(useStore(peopleNow), mint);
  const members = useQuery(subscribersQuery(mint));
  const holders = useQuery(holdersQuery(mint));
  const { data: token } = useToken(mint);
  const user = useLocalUser();
  if (members.isError) return <QueryError isPart error={members.error} onRetry={() => void members.refetch()} />;
  if (!members.data || !token) return <MembersLoading />;
  const { chief, seated, cut } = seatsOf(members.data, token.groupSize);
  const inside = new Set(members.data.map(({ address }) => address));
  const outside = (holders.data ?? []).filter(({ ownerAddress }) => !inside.has(ownerAddress)).slice(0, maxOutside);
  const written = amountsOf(token);
  /** Somebody blocked waits for nothing; of others the page doesn't know it. */
  const isOut = (holder: { readonly ownerAddress: string }) =>
    token.subscribeState === "banned" && holder.ownerAddress === user?.address;
  const wordsOf = ({ number, member: { holding } }: Seated): MemberWords =>
    number === null
      ? {
          below: `Chief · ${written.named(holding, typedFormat)}`,
          end: "",
          spoken: `Chief, ${written.named(holding, typedFormat)}`,
        }
      : seatedWords(token, { number, holding, cut });
  const row = (seat: Seated) => (
    <li key={seat.member.uid}>
      <Row
        address={seat.member.address}
        number={seat.number === null ? <Crown aria-hidden size={16} className="text-ember-text" /> : seat.number}
        isYou={seat.member.uid === user?.uid}
        {...(onOpen ? { onOpen } : {})}
        face={
          <span className="relative shrink-0">
            <RingedFace size={36} margin={seat.margin} isRisk={seat.isRisk} isYou={seat.member.uid === user?.uid}>
              <PersonAvatar seed={seat.member.uid} src={seat.member.pfp} name="" size={30} />
            </RingedFace>
            {online.has(seat.member.uid) ? <OnlineMark /> : null}
          </span>
        }
        name={seat.member.displayName}
        words={wordsOf(seat)}
        isRisk={seat.isRisk}
      />
    </li>
  );
  return (
    <>
      <ol aria-label="Seats" className="flex flex-col">
        {chief ? row(chief) : null}
        {seated.map(row)}
      </ol>
      <Door token={token} taken={seated.length} />
      <ol aria-label="Waiting outside" className="flex flex-col">
        {outside.map((holder, index) => (
          <li key={holder.ownerAddress}>
            <Row
              address={holder.ownerAddress}
              number={isOut(holder) ? "" : outside.slice(0, index + 1).filter((one) => !isOut(one)).length}
              isYou={holder.ownerAddress === user?.address}
              {...(onOpen ? { onOpen } : {})}
              face={
                <RingedFace size={36} margin={0} isOut>
                  <PersonAvatar seed={holder.uid ?? holder.ownerAddress} src={holder.pfp} name="" size={30} />
                </RingedFace>
              }
              name={holder.displayName}
              words={outsideWords(token, {
                place: outside.slice(0, index + 1).filter((one) => !isOut(one)).length,
                holding: holder.amount,
                threshold: token.tradeInfo.entryThresholdTokens,
                isBlocked: isOut(holder),
              })}
            />
          </li>
        ))}
      </ol>
    </>
  );
};

/** The line between the seats and the other holders: the amount that a seat needs. */
const Door = ({ token, taken }: { token: TokenProfile; taken: number }) => {
  const free = Math.max(token.groupSize - taken, 0);
  const seats = free === 1 ? "1 seat free" : `${free} seats free`;
  return (
    <p className="flex min-h-8 items-center gap-3 py-1 text-center text-xs font-semibold text-muted before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
      {free > 0 ? `${seats} · a seat takes ` : "A seat takes "}
      {amountsOf(token).named(token.tradeInfo.entryThresholdTokens, neededFormat)}
    </p>
  );
};

const Row = ({
  address,
  number,
  face,
  name,
  words,
  isYou,
  isRisk = false,
  onOpen,
}: {
  address: TokenProfile["mint"];
  number: ReactNode;
  face: ReactNode;
  name: string;
  words: MemberWords;
  isYou: boolean;
  isRisk?: boolean;
  onOpen?: () => void;
}) => (
  <Link
    to="/user/$address"
    params={{ address }}
    onClick={() => onOpen?.()}
    className={`flex min-h-12 items-center gap-3 rounded-control px-2 text-sm hover:bg-raised ${isYou ? "bg-ember-soft" : ""}`}
  >
    <span aria-hidden className="flex w-5 shrink-0 justify-end text-xs text-muted tabular-nums">
      {number}
    </span>
    {face}
    <span className="flex min-w-0 flex-1 flex-col">
      <bdi className="line-clamp-2 text-left font-medium break-words">{isYou ? "You" : name}</bdi>
      <span className="sr-only">{`, ${words.spoken}`}</span>
      <span aria-hidden className="text-xs text-muted tabular-nums">
        {words.below}
      </span>
    </span>
    <span aria-hidden className={`shrink-0 tabular-nums ${isRisk ? "font-medium text-risk" : "text-muted"}`}>
      {words.end}
    </span>
  </Link>
);
