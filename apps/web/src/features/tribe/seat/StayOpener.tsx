import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Mint } from "@tribe/contract";
import { useEffect } from "react";
import { useIsSignedIn } from "../../../shared/api/access.ts";
import { openTopUp } from "../../../shared/flow/openers.ts";
import { alarmsQuery } from "../../../shared/queries/alarms.ts";

/** Opens the purchase that keeps the seat, with its amount filled in, for somebody who comes from an alarm. It buys nothing by itself. */
export const StayOpener = ({ mint }: { mint: Mint }) => {
  const { stay } = useSearch({ strict: false });
  const isSignedIn = useIsSignedIn();
  const navigate = useNavigate();
  const alarms = useQuery({ ...alarmsQuery, enabled: stay === 1 && isSignedIn });
  const isKnown = !isSignedIn || !alarms.isPending;
  const spare = alarms.data?.find((each) => each.mint === mint)?.alarm.spare ?? 0n;
  useEffect(() => {
    if (stay !== 1 || !isKnown) return;
    // Gone from the address first, so that Back and a reload don't open it again.
    void navigate({ to: "/token/$mint", params: { mint }, search: {}, replace: true }).then(() =>
      openTopUp({ mint }, spare),
    );
  }, [stay, isKnown, mint, spare, navigate]);
  return null;
};
