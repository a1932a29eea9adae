import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "@tribe/ui/icons";
import { RingedFace } from "@tribe/ui/seats";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { ownSeatsQuery } from "../../shared/queries/own-seats.ts";
import { heldSeatWords, isAtRisk, marginOf } from "../../shared/tokens/held-seats.ts";

/** Unless the panel is shown: a link to the person's seat that is closest to being lost. */
export const SeatAtRisk = () => {
  const user = useLocalUser();
  const { data: seats = [] } = useQuery({ ...ownSeatsQuery, enabled: Boolean(user) });
  const worst = seats.filter(isAtRisk).toSorted((one, other) => marginOf(one) - marginOf(other))[0];
  if (!user || !worst) return null;
  return (
    <Link
      to="/token/$mint"
      params={{ mint: worst.mint }}
      className="flex min-h-14 items-center gap-3 rounded-card bg-risk-soft px-3 py-2 text-risk xl:hidden"
    >
      <RingedFace size={36} margin={marginOf(worst)} isRisk>
        <PersonAvatar seed={user.uid} src={user.pfp} name="" size={30} />
      </RingedFace>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-sm font-semibold">
          Your seat in <bdi>{worst.name}</bdi> is at risk
        </span>
        <span className="truncate text-xs">{heldSeatWords(worst)}</span>
      </span>
      <ChevronRight aria-hidden size={18} className="shrink-0" />
    </Link>
  );
};
