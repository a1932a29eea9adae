import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { TokenSummary } from "@tribe/contract";
import { formatCost } from "@tribe/domain/money";
import { useMediaQuery } from "@tribe/ui";
import { Flame, type RingSeat, SeatRing } from "@tribe/ui/seats";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { subscribersQuery } from "../../shared/queries/token.ts";
import { type Seated, seatsOf } from "../../shared/tokens/tribe-seats.ts";
import { wishOf } from "./home-search.ts";
import { useListing } from "./listing/use-listing.ts";

/** A ring of this size has no room for the faces of more seats. */
const maxSeats = 24;
const byVolume = wishOf({});

/** A real Tribe around its fire: the one with the most volume whose ring fits here. */
export const WelcomeRing = () => {
  const { tokens } = useListing(byVolume);
  const token = tokens.find(({ groupSize }) => groupSize <= maxSeats);
  return token ? <Ring token={token} /> : null;
};

const Ring = ({ token }: { token: TokenSummary }) => {
  const navigate = useNavigate();
  const isWide = useMediaQuery("(min-width: 1024px)");
  const { data: members } = useQuery(subscribersQuery(token.mint));
  if (!members) return null;
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
    <div className="overflow-hidden [&>div]:border-b-0">
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
          {token.seatPrice === null ? null : (
            <span className="text-[length:min(var(--text-xs),16px)] leading-normal text-muted">
              Seat now {formatCost(token.seatPrice)} SOL
            </span>
          )}
        </button>
      </SeatRing>
    </div>
  );
};
