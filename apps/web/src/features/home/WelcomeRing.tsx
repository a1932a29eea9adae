import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Mint, Subscriber, TokenSummary } from "@tribe/contract";
import { useMediaQuery } from "@tribe/ui";
import { Flame, type RingSeat, SeatRing } from "@tribe/ui/seats";
import { useEffect, useState } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { subscribersQuery } from "../../shared/queries/token.ts";
import { type Seated, seatsOf } from "../../shared/tokens/tribe-seats.ts";
import { EmptySeats } from "./EmptySeats.tsx";
import { wishOf } from "./home-search.ts";
import { useListing } from "./listing/use-listing.ts";
import { preloaded } from "./preloaded.ts";
import { welcomeTribe, welcomeWords } from "./welcome-tribe.ts";

const byVolume = wishOf({});

/** A real Tribe around its fire, the same one as long as the page is open. */
export const WelcomeRing = () => {
  const { tokens } = useListing(byVolume);
  const [chosen, choose] = useState<Mint | null>(null);
  const token = tokens.find(({ mint }) => mint === chosen) ?? welcomeTribe(tokens);
  if (token && token.mint !== chosen) choose(token.mint);
  return token ? <Ring token={token} /> : <EmptySeats />;
};

/** The members once their pictures can be drawn: the seats fill at once instead of one by one. */
const useReadyMembers = (mint: Mint): readonly Subscriber[] | null => {
  const { data } = useQuery(subscribersQuery(mint));
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!data || isReady) return;
    let isGone = false;
    void preloaded(data.map(({ pfp }) => pfp)).then(() => {
      if (!isGone) setReady(true);
    });
    return () => {
      isGone = true;
    };
  }, [data, isReady]);
  return isReady ? (data ?? null) : null;
};

const Ring = ({ token }: { token: TokenSummary }) => {
  const navigate = useNavigate();
  const isWide = useMediaQuery("(min-width: 1024px)");
  const members = useReadyMembers(token.mint);
  if (!members) return <EmptySeats />;
  const { chief, seated } = seatsOf(members, token.groupSize);
  const ringSeat = ({ member, number, margin, isRisk }: Seated): RingSeat => ({
    key: member.uid,
    label: `${member.displayName}, ${number === null ? "Chief" : `seat ${number}`}`,
    margin,
    isRisk,
    mark: number ?? "chief",
    picture: (size) => <PersonAvatar seed={member.uid} src={member.pfp} name="" size={Math.ceil(size)} />,
    onOpen: () => void navigate({ to: "/user/$address", params: { address: member.address } }),
  });
  return (
    <div className="animate-appear overflow-hidden [&>div]:border-b-0">
      <SeatRing
        label={`Seats of ${token.name}`}
        chief={chief && ringSeat(chief)}
        seats={seated.map(ringSeat)}
        count={token.groupSize}
        height={isWide ? 320 : 204}
      >
        <button
          type="button"
          onClick={() => void navigate({ to: "/token/$mint", params: { mint: token.mint } })}
          className="absolute top-1/2 left-1/2 flex -translate-1/2 flex-col items-center rounded-card p-2 text-center lg:gap-1"
        >
          <Flame size={isWide ? 48 : 32} />
          <bdi className="max-w-44 truncate text-[length:min(var(--text-sm),18px)] leading-normal font-semibold">
            {token.name}
          </bdi>
          <span className="text-[length:min(var(--text-xs),16px)] leading-normal text-muted">
            {welcomeWords(token)}
          </span>
        </button>
      </SeatRing>
    </div>
  );
};
